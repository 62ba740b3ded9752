import { rpc } from '@/app/rpc'
import { sendFirst } from '@/editor/live/send-first'
import { t } from '@/shared/i18n'
import type { PageStatus } from '../model'
import { type Steps, useArchivePages, usePageChange } from './use-pages'

/** What is to change of a page in its row. */
export type RowChange = { id: string } & ({ status: PageStatus } | { isFavorite: boolean })

/** Something that is done to several pages, and what takes it back, in the same order. */
interface Bulk<Change> {
  changes: readonly Change[]
  back: readonly Change[]
}

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
      failed: t('Failed to update document'),
    },
    undo({ changes, back }, { done, tried = done, failed = [] }) {
      const isDone = (_: RowChange, at: number) => at < tried && !failed.includes(at)
      change.mutate({ changes: back.filter(isDone), back: changes.filter(isDone) })
    },
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
        await sendFirst()
        made.push((await rpc.document.duplicate.mutate({ id, withSubpages: true, content: false })).id)
      })
      return { ...steps, made }
    },
    says: {
      loading: t('Duplicating pages…'),
      done: ({ ids }) => t('{pages} duplicated.', { pages: pagesWord(ids.length) }),
      failed: t('Failed to duplicate document'),
    },
    undo: (_, { made }) => archive.mutate({ ids: made }),
  })
}
