import { rpc } from '@/app/rpc'
import type { MovePreview } from '../model'
import { ask } from './move-question'

/** How many moves are asked about at the same time: the server tries each of them out. */
const TOGETHER = 20

/**
 * Before several pages go elsewhere: asks the person once when others would gain or lose any of them by that, like
 * `askBeforeMove` about one.
 */
export async function askBeforeMoves(
  moves: readonly { id: string; parentDocumentId: string | null; podId?: string | undefined }[],
): Promise<boolean> {
  const found: MovePreview[] = []
  for (let at = 0; at < moves.length; at += TOGETHER) {
    const previews = moves.slice(at, at + TOGETHER).map(({ id, parentDocumentId, podId }) =>
      rpc.share.previewMove
        .query({ id, parentDocumentId, ...(podId !== undefined && { podId }) })
        // The move itself says what is wrong.
        .catch(() => null),
    )
    for (const preview of await Promise.all(previews)) if (preview) found.push(preview)
  }
  return ask(joinedPreview(found), moves.length)
}

/** What several moves change together: who gains or loses any of the pages. */
export function joinedPreview(previews: readonly MovePreview[]): MovePreview {
  const everybody = (names: 'gains' | 'loses') => [...new Set(previews.flatMap((one) => one[names]))].sort()
  const most = (count: 'moreGains' | 'moreLoses') => Math.max(0, ...previews.map((one) => one[count]))
  return {
    gains: everybody('gains'),
    loses: everybody('loses'),
    moreGains: most('moreGains'),
    moreLoses: most('moreLoses'),
    // That a page becomes open to more people is said before that one is closed to some.
    link:
      (['gained', 'lost'] as const).find((change) => previews.some(({ link }) => link === change)) ?? 'same',
  }
}
