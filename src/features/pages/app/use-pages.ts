import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { queryClient, rpc, trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { createStore } from '@/shared/store'
import { type ToastOptions, toast } from '@/ui/toast'
import { useStore } from '@/ui/use-store'
import type { UpdatePage } from '../inputs'
import type { PageDetail, PageSummary, VisitedPage } from '../model'
import type { Destination } from '../page-tree'
import { endedTitles, forgetTitle, withKnownTitle } from './known-titles'
import { reportFailure } from './report-failure'
import { withFields, withMadePage, withMovedPage, withNewPage, withoutPages } from './tree-changes'

const treeKey = () => trpc.document.tree.queryKey()
const detailOptions = (id: string) => trpc.document.document.queryOptions({ id, content: false })

interface List<T> {
  documents: T[]
}

/** Changes when the server has been asked again, because a title that this tab had seen holds no more. */
const askedAgain = createStore(0)
endedTitles.subscribe(() => {
  // What a list said then may be older than the title: it is not shown before the server has been asked.
  void queryClient
    .invalidateQueries({ queryKey: trpc.document.pathKey() })
    .then(() => askedAgain.set(endedTitles.get()))
})

/** Reads a list of pages with the titles that this tab has seen; another function when one of them holds no more. */
function useKnownTitles<T extends { id: string; title: string }>() {
  const asked = useStore(askedAgain)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list is only read anew by another function
  return useCallback(
    ({ documents }: List<T>): List<T> => ({ documents: documents.map((page) => withKnownTitle(page)) }),
    [asked],
  )
}

/** Every page outside the trash, for sidebar, dialogs and home. */
export const usePages = () =>
  useQuery({
    ...trpc.document.tree.queryOptions(),
    refetchOnWindowFocus: true,
    select: useKnownTitles<PageSummary>(),
  })

/** A page without its content (that is live). Asked again on mount and on window focus (product.md 7.44). */
export const usePage = (id: string) =>
  useQuery({
    ...detailOptions(id),
    refetchOnWindowFocus: true,
    gcTime: Number.POSITIVE_INFINITY,
    select: (page) => ({ ...page, path: page.path.map((above) => withKnownTitle(above)) }),
  })

/** Is this page in the trash, by what was last read of it here? */
export const usePageIsTrashed = (id: string | null): boolean =>
  useQuery({ ...detailOptions(id ?? ''), enabled: false }).data?.isArchived === true

export const useRecents = () =>
  useQuery({ ...trpc.document.recents.queryOptions(), select: useKnownTitles<VisitedPage>() })
export const useChanged = () =>
  useQuery({ ...trpc.document.changed.queryOptions(), select: useKnownTitles<VisitedPage>() })
export const useTrash = (q: string) =>
  useQuery({ ...trpc.document.trash.queryOptions({ q }), placeholderData: (before) => before })

type Tree = { documents: PageSummary[] }

/** How many of several pages were done, and what says so where those are not all. */
export interface Steps {
  done: number
  /** How many it was tried with, where that was not all, and the places of those that failed. */
  tried?: number
  failed?: readonly number[]
  ended?: ((shown: ToastOptions) => void) | undefined
}

/**
 * Does something to each of several pages, a few at a time, until it is stopped or all of a few fail, and says how far it is. Throws what the
 * first of them failed at when none was done.
 */
type InSteps = <One>(
  all: readonly One[],
  act: (one: One) => Promise<unknown>,
  together?: number,
) => Promise<Steps>

interface Change<Input, Output> {
  call(input: Input, inSteps: InSteps): Promise<Output>
  /** What the list of pages looks like until the server answers. */
  inTree?(pages: readonly PageSummary[], input: Input): readonly PageSummary[]
  /** And once it has, when others are still on their way and the list cannot be asked for. */
  answered?(pages: readonly PageSummary[], output: Output): readonly PageSummary[]
  /** What a page's own screen shows until then. */
  inPage?(input: Input): { id: string; fields: Partial<PageDetail> } | null
  /** The sentences of product.md 8.2. */
  says: {
    failed: string
    loading?: string
    done?: string | ((input: Input) => string)
  }
  /** What somebody has typed in it, by a name: where it fails, it can be tried again, until that is changed another time. */
  typed?(input: Input): string | null
  /** Undoes what was done; offered with the message that says so. */
  undo?(input: Input, output: Output): void
}

/** The message that something goes on. */
export interface Saying {
  id: string | number
  words: string
  since: number
  isStopped: boolean
}

const MUTATION_KEY = ['pages']

/** What was typed last, by the name that `typed` gives it. */
const typedLast = new Map<string, object>()

/** Is a change of pages on its way to the server? */
export const isChangingPages = (queries: QueryClient): boolean =>
  queries.isMutating({ mutationKey: MUTATION_KEY }) > 0

/**
 * One optimistic change: shown at once, taken back with its message when the server refuses it, and settled by the
 * server's own lists once the last change on its way has been answered (product.md 4.2, R50).
 */
export function usePageChange<Input extends object, Output>({
  call,
  inTree,
  answered,
  inPage,
  says,
  typed = () => null,
  undo,
}: Change<Input, Output>) {
  const queries = useQueryClient()
  const [sayings] = useState(() => new WeakMap<Input, Saying>())
  const change = useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: (input: Input) =>
      call(input, async (all, act, together) => {
        if (all.length !== 1)
          return (await import('./in-steps')).inSteps(all, act, sayings.get(input), together)
        await act(all[0]!)
        return { done: 1 }
      }),
    async onMutate(input) {
      const name = typed(input)
      if (name !== null) typedLast.set(name, input)
      const saying = says.loading === undefined ? undefined : toast.loading(says.loading)
      if (saying !== undefined)
        sayings.set(input, { id: saying, words: says.loading!, since: Date.now(), isStopped: false })
      await queries.cancelQueries({ queryKey: trpc.document.tree.pathKey() })
      const treeBefore = queries.getQueryData<Tree>(treeKey())
      if (inTree && treeBefore)
        queries.setQueryData<Tree>(treeKey(), { documents: [...inTree(treeBefore.documents, input)] })
      const target = inPage?.(input)
      const pageKey = target ? detailOptions(target.id).queryKey : null
      if (pageKey) await queries.cancelQueries({ queryKey: pageKey })
      const pageBefore = pageKey && queries.getQueryData<PageDetail>(pageKey)
      if (target && pageKey && pageBefore)
        queries.setQueryData<PageDetail>(pageKey, { ...pageBefore, ...target.fields })
      return { treeBefore, pageKey, pageBefore, saying }
    },
    onError(error, input, before) {
      if (before?.treeBefore) queries.setQueryData(treeKey(), before.treeBefore)
      if (before?.pageKey && before.pageBefore) queries.setQueryData(before.pageKey, before.pageBefore)
      const name = typed(input)
      // Later words are not to be replaced by earlier ones that failed.
      const isLast = () => name !== null && typedLast.get(name) === input
      const again = name === null ? undefined : () => isLast() && change.mutate(input)
      reportFailure(error, says.failed, { id: before?.saying ?? name ?? undefined, again })
    },
    onSuccess(output, input, before) {
      if (answered)
        queries.setQueryData<Tree>(
          treeKey(),
          (tree) => tree && { documents: [...answered(tree.documents, output)] },
        )
      if (says.done === undefined) return
      const action = undo && { label: t('Undo'), onClick: () => undo(input, output) }
      // The button to stop has taken the message before away.
      const id = sayings.get(input)?.isStopped ? undefined : before?.saying
      const { ended } = (output ?? {}) as Partial<Steps>
      if (ended) return ended({ id, action })
      const words = typeof says.done === 'string' ? says.done : says.done(input)
      toast.success(words, { id, description: undefined, action })
    },
    async onSettled() {
      // A refetch while another change is on its way would flash that one's old state.
      if (queries.isMutating({ mutationKey: MUTATION_KEY }) > 1) return
      await queries.invalidateQueries({ queryKey: trpc.document.pathKey() })
    },
  })
  return change
}

export const useCreatePage = () =>
  usePageChange<{ parentDocumentId: string | null; title?: string }, PageDetail>({
    call: (input) => rpc.document.create.mutate(input),
    inTree: (pages, { parentDocumentId }) =>
      withNewPage(pages, { id: `pending:${pages.length}`, parentDocumentId }),
    answered: withMadePage,
    says: { failed: t('Failed to create a new note!') },
  })

export const useMovePage = () =>
  usePageChange<Destination & { id: string }, PageDetail>({
    call: (input) => rpc.document.move.mutate({ ...input, content: false }),
    inTree: (pages, { id, ...to }) => withMovedPage(pages, id, to),
    says: { failed: t('Failed to move document') },
  })

/** What is to change; the answer needs no content. */
type PageFields = Omit<UpdatePage, 'content'>

const updated = (failed: string): Change<PageFields, PageDetail> => ({
  call: (input) => rpc.document.update.mutate({ ...input, content: false }),
  inTree(pages, { id, title, icon, status, isFavorite }) {
    if (title !== undefined) forgetTitle(id)
    return withFields(pages, id, defined({ title, icon, status, isFavorite }))
  },
  inPage: ({ id, contentRich: _, ...fields }) => ({ id, fields: defined(fields) }),
  typed: ({ id, title, aiSummary }) =>
    title !== undefined ? `title:${id}` : aiSummary !== undefined ? `summary:${id}` : null,
  says: { failed },
})

const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>
  }

export const useUpdatePage = () => usePageChange(updated(t('Failed to update document')))
export const useSetFavorite = () => usePageChange(updated(t('Failed to update favorite status')))
export const useSetStatus = () => usePageChange(updated(t('Failed to update status')))

/** Brings pages back one after the other, for the "Undo" of moving them to the trash. */
export function useUndoArchive() {
  const queries = useQueryClient()
  return async (ids: readonly string[]) => {
    const saying = toast.loading(t('Restoring note...'))
    try {
      for (const id of ids) await rpc.document.restore.mutate({ id, content: false })
      toast.success(t('Note Restored.'), { id: saying })
    } catch (error) {
      reportFailure(error, t('Failed to restore note!'), { id: saying })
    } finally {
      await queries.invalidateQueries({ queryKey: trpc.document.pathKey() })
    }
  }
}

/** Moves pages to the trash, with what lies in them. */
export function useArchivePages() {
  const undo = useUndoArchive()
  return usePageChange<{ ids: readonly string[] }, Steps>({
    call: ({ ids }, inSteps) => inSteps(ids, (id) => rpc.document.archive.mutate({ id, content: false })),
    inTree: (pages, { ids }) => withoutPages(pages, ids),
    inPage: ({ ids }) =>
      ids[0] === undefined || ids.length > 1 ? null : { id: ids[0], fields: { isArchived: true } },
    says: {
      loading: t('Moving to trash...'),
      done: t('Note moved to trash.'),
      failed: t('Failed to archive note!'),
    },
    undo: ({ ids }, { done }) => void undo(ids.slice(0, done)),
  })
}

/** Where a page of the trash is restored or deleted: the words differ (product.md 8.2). */
export type TrashPlace = 'panel' | 'banner'

export const useRestorePage = (from: TrashPlace) =>
  usePageChange<{ id: string }, PageDetail>({
    call: (input) => rpc.document.restore.mutate({ ...input, content: false }),
    inPage: ({ id }) => ({ id, fields: { isArchived: false } }),
    says: {
      loading: t('Restoring note...'),
      done: t('Note Restored.'),
      failed: from === 'panel' ? t('Failed to restore note!') : t('Failed to restore Note!'),
    },
  })

export const useDeletePage = (from: TrashPlace) =>
  usePageChange<{ id: string }, { id: string }>({
    call: (input) => rpc.document.delete.mutate(input),
    says:
      from === 'panel'
        ? { loading: t('Deleting note...'), done: t('Note Deleted.'), failed: t('Failed to delete note!') }
        : { loading: t('Deleting Note...'), done: t('Note deleted.'), failed: t('Failed to remove Note!') },
  })
