import { z } from 'zod'
import { t } from '@/shared/i18n'

/* What the calls accept. Apart from model.ts, so that the browser need not load the checking. */

const Id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: () => t('An id has up to 64 letters, digits, "-" or "_".') })

export const ListTemplates = z.object({ podId: Id.optional() }).default({})
export const SaveTemplate = z.object({
  id: Id,
  /** With everything inside the page, else the page alone. */
  withSubpages: z.boolean().default(true),
  /** Chosen by the caller, to ask with `document.duplicating` how far it is. */
  copyId: Id.optional(),
})
export type SaveTemplate = z.output<typeof SaveTemplate>
export const UseTemplate = z.object({
  /** Of a template of a pod or a ready one, or the slug of a sample page. */
  id: Id,
  /** Where the new page goes; null: the top level of the pod. */
  parentDocumentId: Id.nullable().default(null),
  podId: Id.optional(),
  copyId: Id.optional(),
  /** The day it is where the caller is: dates in a ready template are counted from it. */
  today: z.iso.date().optional(),
})
export type UseTemplate = z.output<typeof UseTemplate>
export const OneTemplate = z.object({ id: Id })
