import { rpc } from '@/app/rpc'
import { createStore } from '@/shared/store'
import { useStore } from '@/ui/use-store'
import type { MovePreview } from '../model'

/** A move that waits until the person has said whether they want what it changes. */
export interface MoveQuestion {
  preview: MovePreview
  /** How many pages are to move. */
  pages: number
  answer(goesOn: boolean): void
}

const open = createStore<MoveQuestion | null>(null)

/** The question that is open. */
export const useMoveQuestion = (): MoveQuestion | null => useStore(open)

/** People who are not named are counted: the person may not know them. */
const changesNothing = ({ gains, loses, moreGains, moreLoses, link }: MovePreview) =>
  gains.length + loses.length + moreGains + moreLoses === 0 && link === 'same'

/**
 * Before a page goes elsewhere: asks the person when others would gain or lose it by that. What cannot be found out, without the
 * network or because the move is refused, is told by the move itself.
 */
export async function askBeforeMove(
  id: string,
  to: { parentDocumentId: string | null; podId?: string | undefined },
): Promise<boolean> {
  const { parentDocumentId, podId } = to
  const preview = await rpc.share.previewMove
    .query({ id, parentDocumentId, ...(podId !== undefined && { podId }) })
    .catch(() => null)
  return preview === null || ask(preview, 1)
}

/** Asks whether the person wants what a move of these pages changes; yes when it changes nothing. */
export async function ask(preview: MovePreview, pages: number): Promise<boolean> {
  if (changesNothing(preview)) return true
  return new Promise((resolve) => {
    open.set({
      preview,
      pages,
      answer(goesOn) {
        open.set(null)
        resolve(goesOn)
      },
    })
  })
}
