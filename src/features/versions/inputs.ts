import { z } from 'zod'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { VERSIONS } from './model'

/* What the calls accept. Apart from model.ts, so that the browser need not load the checking. */

const Id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: () => t('An id has up to 64 letters, digits, "-" or "_".') })

const Name = z
  .string()
  .transform((name) =>
    name
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .toWellFormed()
      .trim(),
  )
  .pipe(
    z.string().max(VERSIONS.nameLength, {
      error: () => t('A name has at most {count} characters.', { count: inFigures(VERSIONS.nameLength) }),
    }),
  )
  .transform((name) => (name === '' ? null : name))

export const ListVersions = z.object({
  documentId: Id,
  /** The time and id of the last version that was given. */
  cursor: z.string().max(100).optional(),
})
export const CreateVersion = z.object({
  documentId: Id,
  name: Name.nullish(),
  /** Why: by hand, or before a model's words are put in. */
  reason: z.enum(['manual', 'before-rewrite']).default('manual'),
})
export const OneVersion = z.object({ versionId: Id })
export const RestoreBlock = z.object({ versionId: Id, blockId: z.string().min(1).max(200) })
export const RenameVersion = z.object({ versionId: Id, name: Name.nullable() })
export const DiffVersions = z.object({
  documentId: Id,
  /** The version before. Null: the page as it is now. */
  from: Id.nullable(),
  /** The version after. Null: the page as it is now. */
  to: Id.nullable(),
  /** With everything that is the same, too. */
  full: z.boolean().default(false),
})
export type ListVersions = z.output<typeof ListVersions>
export type CreateVersion = z.output<typeof CreateVersion>
export type RestoreBlock = z.output<typeof RestoreBlock>
export type RenameVersion = z.output<typeof RenameVersion>
export type DiffVersions = z.output<typeof DiffVersions>
