import { NOT_SENT_YET } from '@/editor/live/send-first'
import { isSentFromHere } from '@/editor/live/use-live-page'
import { toast } from '@/ui/toast'

/** A browser opens a tab for somebody who has pressed something for about five seconds, in milliseconds and with time to spare. */
const MOST_MS = 3_000

/** Opens a page as it is printed, in a tab of its own, once the server, which draws it, has what was just written. */
export async function printPage(id: string): Promise<void> {
  if (await isSentFromHere(AbortSignal.timeout(MOST_MS)))
    window.open(`/${id}?print=true`, '_blank', 'noopener')
  else toast.error(NOT_SENT_YET())
}
