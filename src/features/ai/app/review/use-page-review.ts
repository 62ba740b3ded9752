import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchAs, queryClient, trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import { modelAccess } from '../ai-settings'
import { refusalOf } from '../ask'

/** Milliseconds between two looks at a review that goes on. */
const LOOKS_EVERY = 700

type Act = 'begin' | 'continue' | 'stop' | 'apply' | 'discard'

/** The person's review of a page, which goes on in the server whether anybody looks or not. */
export function usePageReview(documentId: string) {
  const options = trpc.ai.review.queryOptions({ documentId })
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => (state.data?.state === 'reading' ? LOOKS_EVERY : false),
  })
  const [acting, setActing] = useState<Act | null>(null)

  /** Answers whether it was done; says why when it was not. */
  const act = async (name: Act, body: object): Promise<boolean> => {
    setActing(name)
    try {
      const answer = await fetchAs(`/api/ai/review/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(name === 'begin' || name === 'continue' ? { ...modelAccess(), ...body } : body),
      })
      if (!answer.ok) {
        toast.error(await refusalOf(answer))
        return false
      }
      await queryClient.invalidateQueries({ queryKey: options.queryKey })
      return true
    } catch {
      toast.error(t('The server cannot be reached. Try again.'))
      return false
    } finally {
      setActing(null)
    }
  }
  return { query, act, acting }
}
