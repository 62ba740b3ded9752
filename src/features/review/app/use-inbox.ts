import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { failureWords } from '@/app/failures'
import { IN_BACKGROUND, rpc, trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import type { InboxList, InboxPage, InboxRow } from '../model'

/** How often the inbox asks again while it is looked at, and its count on other screens. Both also ask when the window is looked at again. */
export const INBOX_MS = 3_000
const COUNT_MS = 60_000
/** A list that does not fit in one answer costs the server more. */
const LONG_MS = 30_000

/** How much waits for the person, asked again after `every` milliseconds; undefined until it is known. */
export const useInboxCount = (every = COUNT_MS) =>
  useQuery({
    ...trpc.suggestion.inboxCount.queryOptions(undefined, { meta: IN_BACKGROUND }),
    refetchOnWindowFocus: true,
    refetchInterval: every,
  }).data

/** What `decide` is asked about. */
export interface Decision {
  documentId: string
  suggestionId: string
  isAccepted: boolean
  /** What was decided, in words. */
  told: string
}

const nameOf = ({ documentId, suggestionId }: Pick<Decision, 'documentId' | 'suggestionId'>) =>
  `${documentId} ${suggestionId}`

/**
 * A list of the inbox, and what is done about its rows. What is being decided about is not in it. It is asked again after `every`
 * milliseconds.
 */
export function useInbox(list: InboxList, every = INBOX_MS) {
  const queries = useQueryClient()
  const query = useInfiniteQuery({
    ...trpc.suggestion.inbox.infiniteQueryOptions(
      { list },
      { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
    ),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => {
      const isLong = data !== undefined && (data.pages.length > 1 || data.pages[0]?.nextCursor !== null)
      return isLong ? Math.max(every, LONG_MS) : every
    },
  })
  const [deciding, setDeciding] = useState<ReadonlySet<string>>(new Set())
  const takeBack = useMutation({
    mutationFn: ({ documentId, suggestionId, isAccepted }: Decision) =>
      rpc.suggestion.takeBack.mutate({ documentId, suggestionIds: [suggestionId], isAccepted }),
    onError: (error) => void toast.error(failureWords(error, t('That did not work. Please try again.'))),
    onSettled: () => queries.invalidateQueries({ queryKey: trpc.suggestion.pathKey() }),
  })
  const decide = useMutation({
    mutationFn: ({ documentId, suggestionId, isAccepted }: Decision) =>
      rpc.suggestion[isAccepted ? 'accept' : 'reject'].mutate({ documentId, suggestionIds: [suggestionId] }),
    onMutate: (asked) => setDeciding((before) => new Set(before).add(nameOf(asked))),
    onError: (error) => void toast.error(failureWords(error, t('That did not work. Please try again.'))),
    onSuccess: ({ changed }, asked) => {
      if (!changed) return
      toast.success(asked.told, {
        id: 'suggestion decided',
        action: { label: t('Undo'), onClick: () => takeBack.mutate(asked) },
      })
    },
    onSettled: async (_answer, _error, asked) => {
      // The row is hidden until it is known what the server has now.
      await queries.invalidateQueries({ queryKey: trpc.suggestion.pathKey() })
      setDeciding((before) => new Set([...before].filter((name) => name !== nameOf(asked))))
    },
  })
  const pages = useMemo(() => together(query.data?.pages ?? [], deciding), [query.data, deciding])
  return { query, pages, decide: decide.mutate }
}

/** All answers as one list, in which each page stands once. */
function together(
  answers: readonly { pages: readonly InboxPage[] }[],
  hidden: ReadonlySet<string>,
): InboxPage[] {
  const pages = new Map<string, InboxPage>()
  const isShown = (documentId: string, row: InboxRow) =>
    row.type !== 'suggestion' || !hidden.has(nameOf({ documentId, suggestionId: row.suggestionId }))
  for (const page of answers.flatMap((answer) => answer.pages)) {
    const rows = page.rows.filter((row) => isShown(page.id, row))
    const known = pages.get(page.id)
    if (known) known.rows.push(...rows)
    else pages.set(page.id, { ...page, rows })
  }
  return [...pages.values()].filter(({ rows }) => rows.length > 0)
}
