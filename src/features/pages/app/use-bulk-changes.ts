import { rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import type { PageStatus, PageSummary } from '../model'
import { bySiblingOrder } from '../page-order'
import type { Destination } from '../page-tree'
import { withMovedPage, withoutPages } from './tree-changes'
import { useArchivePages, usePageChange } from './use-pages'

/** A page and where it is to go; `podId`: to the top level of this pod. */
export type Move = Destination & { id: string; podId?: string }
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

const pagesWord = (count: number) => t('{count, plural, one {# page} other {# pages}}', { count })

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
): Bulk<Move> {
  const podOf = new Map(moving.map((page) => [page.id, page.podId]))
  return {
    changes: moving.map(({ id }) => ({ id, parentDocumentId: null, podId })),
    back: placesOf(pages, new Set(podOf.keys())).map((move) => ({
      ...move,
      podId: podOf.get(move.id) ?? '',
    })),
  }
}

/** Moves pages, one after the other; with a way back. */
export function useMovePages() {
  const change = usePageChange<Bulk<Move>, void>({
    async call({ changes }, howFar) {
      for (const [at, move] of changes.entries()) {
        await rpc.document.move.mutate({ ...move, content: false })
        howFar(at + 1, changes.length)
      }
    },
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
    undo: ({ changes, back }) => change.mutate({ changes: back, back: changes }),
  })
  return change
}

/** Gives pages a status, or makes them favourites or not; with a way back. */
export function useChangePages() {
  const change = usePageChange<Bulk<RowChange>, void>({
    async call({ changes }, howFar) {
      for (let at = 0; at < changes.length; at += TOGETHER) {
        const some = changes.slice(at, at + TOGETHER)
        await Promise.all(some.map((fields) => rpc.document.update.mutate({ ...fields, content: false })))
        howFar(at + some.length, changes.length)
      }
    },
    inTree(tree, { changes }) {
      const byId = new Map(changes.map((fields) => [fields.id, fields]))
      return tree.map((page) => ({ ...page, ...byId.get(page.id) }))
    },
    says: {
      loading: t('Changing pages…'),
      done: ({ changes }) =>
        t('{count, plural, one {# page} other {# pages}} changed.', { count: changes.length }),
      failed: t('Failed to update document'),
    },
    undo: ({ changes, back }) => change.mutate({ changes: back, back: changes }),
  })
  return change
}

/** Copies pages to the places beside them, each with what is inside it; with a way back, which is the trash. */
export function useDuplicatePages() {
  const archive = useArchivePages()
  return usePageChange<{ ids: readonly string[] }, string[]>({
    async call({ ids }, howFar) {
      const made: string[] = []
      for (const id of ids) {
        const copy = await rpc.document.duplicate.mutate({ id, withSubpages: true, content: false })
        made.push(copy.id)
        howFar(made.length, ids.length)
      }
      return made
    },
    says: {
      loading: t('Duplicating pages…'),
      done: ({ ids }) => t('{pages} duplicated.', { pages: pagesWord(ids.length) }),
      failed: t('Failed to duplicate document'),
    },
    undo: (_, made) => archive.mutate({ ids: made }),
  })
}
