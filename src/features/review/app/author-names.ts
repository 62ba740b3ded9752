import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { trpc } from '@/app/rpc'
import { useCurrentUser } from '@/app/session'
import { t } from '@/shared/i18n'

/** Names stay what they are for a while: many cards ask for the same. */
const FRESH_MS = 30_000
/** Of somebody who is not among the page's people the record says the name, once their suggestion is on it: asked a few times. */
const ASK_MS = 2_000
const TIMES = 10

/** What the authors of a page's suggestions look like, where this person is told. */
export function useAuthorPicture(documentId: string): (userId: string) => string | null {
  const { user } = useCurrentUser()
  const { data } = useQuery(trpc.share.people.queryOptions({ id: documentId }))
  const pictures = new Map(data?.people.map(({ id, avatarUrl }) => [id, avatarUrl]))
  return (userId) => (userId === user?.id ? user.avatarUrl : (pictures.get(userId) ?? null))
}

/**
 * What the authors of a page's suggestions are called, where this person is told: the people of the page, and those who have left it
 * and whose suggestions are still there.
 */
export function useAuthorName(documentId: string): (userId: string) => string {
  const { user } = useCurrentUser()
  const { data } = useQuery(trpc.share.people.queryOptions({ id: documentId }, { staleTime: FRESH_MS }))
  const isMissed = useRef(false)
  const authors = useQuery(
    trpc.suggestion.authors.queryOptions(
      { documentId },
      {
        staleTime: FRESH_MS,
        refetchInterval: ({ state }) => (isMissed.current && state.dataUpdateCount < TIMES ? ASK_MS : false),
      },
    ),
  ).data?.authors
  const people = data?.people
  return useMemo(() => {
    const names = new Map<string, string>()
    for (const { id, name } of authors ?? []) names.set(id, name ?? t('Deleted person'))
    for (const { id, name } of people ?? []) names.set(id, name)
    if (user) names.set(user.id, user.name)
    isMissed.current = false
    return (userId) => {
      const name = names.get(userId)
      if (name === undefined) isMissed.current = true
      return name ?? t('Somebody')
    }
  }, [authors, people, user])
}
