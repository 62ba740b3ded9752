import { queryClient, rpc, trpc } from '@/app/rpc'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import { toast } from '@/ui/toast'
import { reportFailure } from './report-failure'

/** How often it is asked how far a copy is, once it takes longer than that. */
const ASK_EVERY_MS = 700

export interface CopyRun<T> {
  says: { loading: string; done: string; failed: string }
  /** Makes the copy; ends when the signal is aborted. */
  call(copyId: string, signal: AbortSignal): Promise<T>
  /** Offered with the message that it is done. */
  open?(made: T): void
}

/**
 * Has pages copied by the server and tells about it: how far it is, with a way to stop, and how it ended. Answers null
 * when it was stopped or failed, which has been said.
 */
export async function runCopy<T>({ says, call, open }: CopyRun<T>): Promise<T | null> {
  const copyId = newId()
  const stop = new AbortController()
  const saying = toast.loading(says.loading)
  const asking = setInterval(async () => {
    const progress = await rpc.document.duplicating.query({ copyId }).catch(() => null)
    if (!progress || progress.total < 2 || stop.signal.aborted || isOver) return
    const description = t('{done} of {total} pages', {
      done: inFigures(progress.done),
      total: inFigures(progress.total),
    })
    const action = { label: t('Stop'), onClick: () => stop.abort() }
    toast.loading(says.loading, { id: saying, description, action })
  }, ASK_EVERY_MS)
  let isOver = false
  const end = () => {
    isOver = true
    clearInterval(asking)
  }
  try {
    const made = await call(copyId, stop.signal)
    end()
    const action = open && { label: t('Open page'), onClick: () => open(made) }
    toast.success(says.done, { id: saying, description: undefined, action })
    return made
  } catch (error) {
    end()
    // Its button has taken the message before away.
    if (stop.signal.aborted) toast(t('Stopped. Nothing was made.'))
    else reportFailure(error, says.failed, { id: saying })
    return null
  } finally {
    await queryClient.invalidateQueries({ queryKey: trpc.document.pathKey() })
  }
}
