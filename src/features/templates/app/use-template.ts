import { rpc } from '@/app/rpc'
import { runCopy } from '@/features/pages/app/copy-run'
import { t } from '@/shared/i18n'
import { formatsNow } from '@/ui/formats'
import type { TemplateEntry } from './template-entries'

/**
 * Makes a new page of a template, with what is inside it, in a page or on the top level; answers its id, or null when that
 * failed.
 */
export async function makePageOf(
  { source }: Pick<TemplateEntry, 'source'>,
  parentDocumentId: string | null,
): Promise<string | null> {
  const id = source.kind === 'sample' ? source.template.slug : source.template.id
  // Where the person is, or in the time zone that they have chosen.
  const today = formatsNow().isoDay(Date.now())
  const page = await runCopy({
    says: {
      loading: t('Creating page...'),
      done: t('Page created.'),
      failed: t('Failed to create a new note!'),
    },
    call: (copyId, signal) => rpc.template.use.mutate({ id, parentDocumentId, copyId, today }, { signal }),
  })
  return page?.id ?? null
}
