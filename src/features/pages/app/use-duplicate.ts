import { useNavigate } from '@tanstack/react-router'
import { rpc } from '@/app/rpc'
import { sendFirst } from '@/editor/live/send-first'
import { t } from '@/shared/i18n'
import { runCopy } from './copy-run'

/** Copies a page to the place beside it, alone or with everything inside (product.md 2.31). */
export function useDuplicate() {
  const navigate = useNavigate()
  return (id: string, withSubpages: boolean) =>
    void runCopy({
      says: {
        loading: t('Duplicating document...'),
        done: t('Document duplicated.'),
        failed: t('Failed to duplicate document'),
      },
      async call(copyId, signal) {
        await sendFirst(signal)
        return rpc.document.duplicate.mutate({ id, withSubpages, copyId, content: false }, { signal })
      },
      open: (page) => void navigate({ to: '/$documentId', params: { documentId: page.id } }),
    })
}
