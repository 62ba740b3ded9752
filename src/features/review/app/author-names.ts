import { useQuery } from '@tanstack/react-query'
import { trpc } from '@/app/rpc'
import { useCurrentUser } from '@/app/session'
import { t } from '@/shared/i18n'

/** What the authors of a page's suggestions are called, where this person is told. */
export function useAuthorName(documentId: string): (userId: string) => string {
  const { user } = useCurrentUser()
  const { data } = useQuery(trpc.share.people.queryOptions({ id: documentId }))
  const names = new Map(data?.people.map(({ id, name }) => [id, name]))
  return (userId) => (userId === user?.id ? user.name : (names.get(userId) ?? t('Somebody')))
}
