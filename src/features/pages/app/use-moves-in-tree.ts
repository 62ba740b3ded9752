import type { PageSummary } from '../model'
import type { Destination } from '../page-tree'
import { announcementOf } from './announce'
import { askBeforeMove } from './move-question'
import { type Move, movesToPod, placesOf, useMovePages } from './use-move-pages'
import { useMovePage } from './use-pages'

interface Tree {
  expanded: ReadonlySet<string>
  expand(ids: readonly string[], isOpen: boolean): void
  /** Says what has been done to those who do not see it. */
  say(words: string): void
}

/** How pages of the sidebar move, with a question before who has them changes (product.md 4.2). */
export function useMovesInTree(pages: readonly PageSummary[], { expanded, expand, say }: Tree) {
  const move = useMovePage()
  const movePages = useMovePages()
  /** Opens a page in which something is to appear; the answer closes it again, when nothing came. */
  const expandFor = (id: string | null): (() => void) => {
    if (id === null || expanded.has(id)) return () => undefined
    expand([id], true)
    return () => expand([id], false)
  }
  /** Moves a page to a place in the tree. */
  const moveTo = (id: string, to: Destination, onError?: () => void) => {
    const words = announcementOf(pages, id, to)
    // Said when it is done: that it failed is said by its message.
    const go = () => move.mutate({ id, ...to }, { onSuccess: () => say(words), onError })
    const from = pages.find((page) => page.id === id)?.parentDocumentId
    // Nobody gains or loses a page between places of which nobody has said who has them: it moves at once.
    const isPlain = (at: string | null | undefined) =>
      at === null || pages.find((page) => page.id === at)?.isShared === false
    if (from === to.parentDocumentId || (isPlain(from) && isPlain(to.parentDocumentId))) go()
    else void askBeforeMove(id, to).then((goesOn) => (goesOn ? go() : onError?.()))
  }
  const mayMove = async (moves: readonly Move[]): Promise<boolean> => {
    // Without its code, as without the network, the moves say themselves what is wrong.
    const questions = await import('./move-questions').catch(() => null)
    return questions === null || questions.askBeforeMoves(moves)
  }
  /** Moves pages to the end of another pod. */
  const moveToPod = async (chosen: readonly PageSummary[], podId: string) => {
    if (!(await mayMove(chosen.map(({ id }) => ({ id, parentDocumentId: null, podId }))))) return
    movePages.mutate(movesToPod(pages, chosen, podId))
  }
  /** Moves pages into another one; null: to the end of the tree. */
  const moveAll = (moving: readonly PageSummary[], parentDocumentId: string | null) => {
    const onError = expandFor(parentDocumentId)
    const [first] = moving
    if (moving.length === 1 && first) return moveTo(first.id, { parentDocumentId }, onError)
    const changes = moving.map(({ id }) => ({ id, parentDocumentId }))
    const back = (moved: ReadonlySet<string>) => placesOf(pages, moved)
    void mayMove(changes).then((goesOn) =>
      goesOn ? movePages.mutate({ changes, back }, { onError }) : onError(),
    )
  }
  return { expandFor, moveTo, moveToPod, moveAll }
}
