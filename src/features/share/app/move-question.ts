import { rpc } from '@/app/rpc'
import { createStore } from '@/shared/store'
import { useStore } from '@/ui/use-store'
import type { MovePreview } from '../model'

/** A move that waits until the person has said whether they want what it changes. */
export interface MoveQuestion {
  preview: MovePreview
  answer(goesOn: boolean): void
}

const open = createStore<MoveQuestion | null>(null)

/** The question that is open. */
export const useMoveQuestion = (): MoveQuestion | null => useStore(open)

const changesNothing = ({ gains, loses, link }: MovePreview) =>
  gains.length + loses.length === 0 && link === 'same'

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
  if (preview === null || changesNothing(preview)) return true
  return new Promise((resolve) => {
    open.set({
      preview,
      answer(goesOn) {
        open.set(null)
        resolve(goesOn)
      },
    })
  })
}
