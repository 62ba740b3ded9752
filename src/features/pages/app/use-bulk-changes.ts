import { rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import type { PageStatus } from '../model'
import type { Bulk } from './use-move-pages'
import { type Steps, useArchivePages, usePageChange } from './use-pages'

/** What is to change of a page in its row. */
export type RowChange = { id: string } & ({ status: PageStatus } | { isFavorite: boolean })

/** Changes that do not depend on each other go together, as many as one request takes. */
const TOGETHER = 50

const pagesWord = (count: number) => t('{count, plural, one {# page} other {# pages}}', { count })

/** Gives pages a status, or makes them favourites or not; with a way back. */
export function useChangePages() {
  const change = usePageChange<Bulk<RowChange>, Steps>({
    call: ({ changes }, inSteps) =>
      inSteps(changes, (fields) => rpc.document.update.mutate({ ...fields, content: false }), TOGETHER),
    inTree(tree, { changes }) {
      const byId = new Map(changes.map((fields) => [fields.id, fields]))
      return tree.map((page) => ({ ...page, ...byId.get(page.id) }))
    },
    says: {
      loading: t('Changing pages…'),
      done: ({ changes }) =>
        t('{count, plural, one {# page} other {# pages}} changed.', { count: changes.length }),
      partly: ({ ended }) => ended,
      failed: t('Failed to update document'),
    },
    // Some of those at which it failed may have been changed.
    undo: ({ changes, back }) => change.mutate({ changes: back, back: changes }),
  })
  return change
}

/** Copies pages to the places beside them, each with what is inside it; with a way back, which is the trash. */
export function useDuplicatePages() {
  const archive = useArchivePages()
  return usePageChange<{ ids: readonly string[] }, Steps & { made: string[] }>({
    async call({ ids }, inSteps) {
      const made: string[] = []
      const steps = await inSteps(ids, async (id) => {
        made.push((await rpc.document.duplicate.mutate({ id, withSubpages: true, content: false })).id)
      })
      return { ...steps, made }
    },
    says: {
      loading: t('Duplicating pages…'),
      done: ({ ids }) => t('{pages} duplicated.', { pages: pagesWord(ids.length) }),
      partly: ({ ended }) => ended,
      failed: t('Failed to duplicate document'),
    },
    undo: (_, { made }) => archive.mutate({ ids: made }),
  })
}
