import { rpc } from '@/app/rpc'
import type { PageStatus, PageSummary } from '../model'
import { bySiblingOrder } from '../page-order'
import type { Destination } from '../page-tree'
import { withMovedPage } from './tree-changes'
import { usePageChange } from './use-pages'

/** A page and where it is to go. */
export type Move = Destination & { id: string }
/** What is to change of a page in its row. */
export type RowChange = { id: string } & ({ status: PageStatus } | { isFavorite: boolean })

/** Something that is done to several pages, and what takes it back. */
export interface Bulk<Change> {
  changes: readonly Change[]
  back: readonly Change[]
}

/** More moves than these are shown when the server has made them: each looks at all of the tree. */
const SHOWN_AT_ONCE = 100
/** Changes that do not depend on each other go together, as many as one request takes. */
const TOGETHER = 50

const pagesWord = (count: number) => (count === 1 ? '1 page' : `${count} pages`)

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

/** Moves pages, one after the other; with a way back. */
export function useMovePages() {
  const change = usePageChange<Bulk<Move>, void>({
    async call({ changes }) {
      for (const move of changes) await rpc.document.move.mutate({ ...move, content: false })
    },
    inTree: (tree, { changes }) =>
      changes.length > SHOWN_AT_ONCE
        ? tree
        : changes.reduce((now, { id, ...to }) => withMovedPage(now, id, to), tree),
    says: {
      loading: 'Moving pages…',
      done: ({ changes }) => `${pagesWord(changes.length)} moved.`,
      failed: 'Failed to move document',
    },
    undo: ({ changes, back }) => change.mutate({ changes: back, back: changes }),
  })
  return change
}

/** Gives pages a status, or makes them favourites or not; with a way back. */
export function useChangePages() {
  const change = usePageChange<Bulk<RowChange>, void>({
    async call({ changes }) {
      for (let at = 0; at < changes.length; at += TOGETHER) {
        const some = changes.slice(at, at + TOGETHER)
        await Promise.all(some.map((fields) => rpc.document.update.mutate({ ...fields, content: false })))
      }
    },
    inTree(tree, { changes }) {
      const byId = new Map(changes.map((fields) => [fields.id, fields]))
      return tree.map((page) => ({ ...page, ...byId.get(page.id) }))
    },
    says: {
      loading: 'Changing pages…',
      done: ({ changes }) => `${pagesWord(changes.length)} changed.`,
      failed: 'Failed to update document',
    },
    undo: ({ changes, back }) => change.mutate({ changes: back, back: changes }),
  })
  return change
}
