import { queryClient, rpc } from '@/app/rpc'
import { runCopy } from '@/features/pages/app/copy-run'
import { templateContent } from './template-content'
import type { TemplateEntry } from './template-entries'

/** Makes a new page of a template in a page, or on the top level; answers its id, or null when that failed. */
export async function makePageOf(
  { source, title, icon }: TemplateEntry,
  parentDocumentId: string | null,
): Promise<string | null> {
  const page = await runCopy({
    says: { loading: 'Creating page...', done: 'Page created.', failed: 'Failed to create a new note!' },
    async call(copyId, signal) {
      if (source.kind === 'own')
        return rpc.template.use.mutate({ id: source.template.id, parentDocumentId, copyId }, { signal })
      const contentRich = await queryClient.fetchQuery(templateContent(source.template.slug))
      return rpc.document.create.mutate({ parentDocumentId, title, icon, contentRich }, { signal })
    },
  })
  return page?.id ?? null
}
