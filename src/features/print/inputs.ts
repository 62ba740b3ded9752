import { z } from 'zod'
import { t } from '@/shared/i18n'
import { MOST_CHOSEN, SCALE, SCALE_RULE } from './model'
import { PAPERS } from './paper-sizes'

const documentId = z
  .string({ error: () => t('Say which page to export with documentId.') })
  .min(1)
  .max(64)
const disableMedia = z
  .boolean({ error: () => t('{name} is true or false.', { name: 'disableMedia' }) })
  .default(false)

/** The body of `POST /api/export/pdf` (product.md 7.35). `scale` is the percentage divided by 100. */
export const ExportPdf = z.object({
  documentId,
  disableMedia,
  format: z
    .enum(
      PAPERS.map(({ id }) => id),
      { error: () => t('The format is one of a4, a3, letter, legal and tabloid.') },
    )
    .default('a4'),
  scale: z
    .number({ error: SCALE_RULE })
    .min(SCALE.least / 100, { error: SCALE_RULE })
    .max(SCALE.most / 100, { error: SCALE_RULE })
    .default(SCALE.usual / 100),
  pageNumbers: z
    .boolean({ error: () => t('{name} is true or false.', { name: 'pageNumbers' }) })
    .default(true),
})
export type ExportPdf = z.infer<typeof ExportPdf>

/** The body of `POST /api/export/png`: a whole page, or with `blocks` those alone. */
export const ExportPng = z.object({
  documentId,
  disableMedia,
  blocks: z
    .array(z.string().max(128), { error: () => t('{name} is a list of block ids.', { name: 'blocks' }) })
    .min(1, { error: () => t('Choose at least one block.') })
    .max(MOST_CHOSEN, {
      error: () => t('At most {count} blocks can be drawn as one picture.', { count: MOST_CHOSEN }),
    })
    .optional(),
})
export type ExportPng = z.infer<typeof ExportPng>
