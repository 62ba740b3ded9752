import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { rpc, trpc } from '@/app/rpc'
import { reportFailure } from '@/features/pages/app/report-failure'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import type { PublishChanges } from './publish-draft'

/** How a page is published, as its owner sees it. */
export const usePublishSettings = (id: string, enabled = true) =>
  useQuery({ ...trpc.publish.settings.queryOptions({ id }), enabled })

/**
 * Shows a page to everybody as the changes say, or no longer, and says so in the words of product.md 8.4. Rejects with
 * what the server says.
 */
export function usePublish(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (asked: { isPublished: boolean } & PublishChanges) =>
      rpc.document.publish.mutate({ id, content: false, ...asked }),
    onMutate: ({ isPublished }) => toast.loading(isPublished ? t('Publishing...') : t('Unpublishing...')),
    onSuccess: (_page, { isPublished }, saying) =>
      void toast.success(isPublished ? t('Note published.') : t('Note unpublished.'), { id: saying }),
    onError: (error, { isPublished }, saying) =>
      reportFailure(error, isPublished ? t('Failed to publish note!') : t('Failed to unpublish note!'), {
        id: saying,
      }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: trpc.document.pathKey() }),
        queries.invalidateQueries({ queryKey: trpc.publish.pathKey() }),
      ]),
  })
}

/** Changes how a page is published. Rejects with what the server says, to be shown where it was written. */
export function useUpdatePublication(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (changes: PublishChanges) => rpc.publish.update.mutate({ id, ...changes }),
    onSuccess: (settings) => queries.setQueryData(trpc.publish.settings.queryKey({ id }), settings),
    onSettled: () => queries.invalidateQueries({ queryKey: trpc.publish.pathKey() }),
  })
}
