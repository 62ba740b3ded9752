import { failureWords } from '@/app/failures'
import { queryClient, rpc, trpc } from '@/app/rpc'
import { toast } from '@/ui/toast'
import { INDEX_WORDS } from '../model'

let isBusy = false

/**
 * Brings the page that lists the pages of a pod up to date and goes there (product.md 2.12, 4.9, 5.19, 8.14). Does nothing
 * while that is under way.
 */
export async function refreshPodIndex(
  podId: string | null,
  open: (documentId: string) => void,
): Promise<void> {
  if (isBusy) return
  if (podId === null) {
    toast.error(INDEX_WORDS.none)
    return
  }
  isBusy = true
  const id = toast.loading(INDEX_WORDS.busy)
  try {
    const { documentId } = await rpc.pod.refreshIndex.mutate({ podId })
    toast.success(INDEX_WORDS.done, { id })
    open(documentId)
  } catch (error) {
    const words = failureWords(error, INDEX_WORDS.failed)
    toast.error(words === INDEX_WORDS.failed ? words : INDEX_WORDS.error(words), { id })
  } finally {
    isBusy = false
    // Also when that failed: an answer can get lost after the server has made the page (R50).
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.document.pathKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.pod.pods.queryKey() }),
    ])
  }
}
