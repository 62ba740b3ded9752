import { rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import type { PageSummary } from '../model'
import { bySiblingOrder } from '../page-order'
import type { Destination } from '../page-tree'
import { withMovedPage, withoutPages } from './tree-changes'
import { type Steps, usePageChange } from './use-pages'

/** A page and where it is to go; `podId`: to the top level of this pod. */
export type Move = Destination & { id: string; podId?: string }
/** Several pages are moved. */
export interface Moves {
  changes: readonly Move[]
  /** What takes back those that were moved, whose ids these are. */
  back(moved: ReadonlySet<string>): readonly Move[]
}

/** More moves than these are shown when the server has made them: each looks at all of the tree. */
const SHOWN_AT_ONCE = 100
/**
 * Where pages stand now, in the order in which they can be put back one after the other: each before the next page that
 * stays, or last.
 */
export function placesOf(pages: readonly PageSummary[], ids: ReadonlySet<string>): Move[] {
  const places: Move[] = []
  for (const [parentDocumentId, siblings] of Map.groupBy(pages, (page) => page.parentDocumentId)) {
    if (!siblings.some(({ id }) => ids.has(id))) continue
    const ordered = [...siblings].sort(bySiblingOrder)
    ordered.forEach(({ id }, at) => {
      if (!ids.has(id)) return
      const next = ordered.slice(at + 1).find((other) => !ids.has(other.id))
      places.push({ id, parentDocumentId, ...(next && { beforeId: next.id }) })
    })
  }
  return places
}

/**
 * Moves of pages to the top level of another pod, and back: one on the top level would else stay in the pod that it has
 * come to.
 */
export function movesToPod(
  pages: readonly PageSummary[],
  moving: readonly PageSummary[],
  podId: string,
): Moves {
  const podOf = new Map(moving.map((page) => [page.id, page.podId]))
  return {
    changes: moving.map(({ id }) => ({ id, parentDocumentId: null, podId })),
    back: (moved) => placesOf(pages, moved).map((move) => ({ ...move, podId: podOf.get(move.id) ?? '' })),
  }
}

/** Moves pages, one after the other; with a way back. */
export function useMovePages() {
  const change = usePageChange<Moves, Steps>({
    call: ({ changes }, inSteps) =>
      inSteps(changes, (move) => rpc.document.move.mutate({ ...move, content: false })),
    inTree: (tree, { changes }) =>
      changes.length > SHOWN_AT_ONCE
        ? tree
        : changes.reduce<readonly PageSummary[]>((now, { id, podId, ...to }) => {
            const page = now.find((one) => one.id === id)
            return page && podId !== undefined && podId !== page.podId
              ? withoutPages(now, [id])
              : withMovedPage(now, id, to)
          }, tree),
    says: {
      loading: t('Moving pages…'),
      done: ({ changes }) =>
        t('{count, plural, one {# page} other {# pages}} moved.', { count: changes.length }),
      failed: t('Failed to move document'),
    },
    undo({ changes, back }, { done }) {
      const moved = changes.slice(0, done)
      change.mutate({
        changes: back(new Set(moved.map(({ id }) => id))),
        back: (again) => moved.filter(({ id }) => again.has(id)),
      })
    },
  })
  return change
}
