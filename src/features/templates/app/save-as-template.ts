import { queryClient, rpc, trpc } from '@/app/rpc'
import { sendFirst } from '@/editor/live/send-first'
import { runCopy } from '@/features/pages/app/copy-run'
import { t } from '@/shared/i18n'
import { showTemplates } from './template-window'

/** Keeps a copy of a page, with what is inside it, as a template of its pod. */
export const saveAsTemplate = (page: { id: string }): Promise<void> =>
  runCopy({
    says: {
      loading: t('Saving template...'),
      done: t('Template saved.'),
      failed: t('Failed to save template'),
    },
    async call(copyId, signal) {
      await sendFirst(signal)
      return rpc.template.save.mutate({ id: page.id, copyId }, { signal })
    },
    open: () => showTemplates({ parentDocumentId: null }),
  }).then(() => queryClient.invalidateQueries({ queryKey: trpc.template.pathKey() }))
