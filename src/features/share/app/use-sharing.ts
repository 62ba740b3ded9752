import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { failureWords } from '@/app/failures'
import { trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import type { PageSharing } from '../model'

/** Who has a page. */
export const useSharing = (id: string) => useQuery(trpc.share.people.queryOptions({ id }))

/** Changes who has a page; the answer says who has it then. Rejects with what the server says. */
export function useChangeSharing(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (call: () => Promise<PageSharing | unknown>) => call(),
    onSuccess: (answer) => {
      if (isSharingOf(answer, id)) queries.setQueryData(trpc.share.people.queryKey({ id }), answer)
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: trpc.share.pathKey() }),
        queries.invalidateQueries({ queryKey: trpc.document.pathKey() }),
      ]),
  })
}

const isSharingOf = (answer: unknown, id: string): answer is PageSharing =>
  typeof answer === 'object' && answer !== null && 'privacy' in answer && 'id' in answer && answer.id === id

/** The pages of other people's pods that are shared with the person. */
export const useShared = () => useQuery({ ...trpc.share.shared.queryOptions(), refetchOnWindowFocus: true })

/** How often a tab that is looked at asks whether somebody has shared or asked for a page. */
const ASK_MS = 60_000

/** The invitations to pages that wait for the person, and the requests for their pages. */
export function useWaiting() {
  const often = { refetchOnWindowFocus: true, refetchInterval: ASK_MS } as const
  const invites = useQuery({ ...trpc.share.invites.queryOptions(), ...often })
  const requests = useQuery({ ...trpc.share.requests.queryOptions({}), ...often })
  return { invites: invites.data?.invites ?? [], requests: requests.data?.requests ?? [] }
}

/** Answers an invitation or a request, and says so when that failed. */
export function useAnswer() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onError: (error) => void toast.error(failureWords(error, t('That did not work. Please try again.'))),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: trpc.share.pathKey() }),
        queries.invalidateQueries({ queryKey: trpc.document.pathKey() }),
      ]),
  })
}
