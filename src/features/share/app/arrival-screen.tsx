import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { NoAccessScreen } from '@/app/error-screens'
import { failureWords } from '@/app/failures'
import { rpc, trpc } from '@/app/rpc'
import { useCurrentUser } from '@/app/session'
import { t } from '@/shared/i18n'
import { ErrorState } from '@/ui/error-state'
import { Skeleton } from '@/ui/skeleton'

/**
 * Somebody comes by a secret link (`/share/{token}`) or the link of a letter (`/invite/{token}`): signed in, they have the page and
 * go there; else they sign in and come back.
 */
export function ArrivalScreen({ by, token }: { by: 'link' | 'invite'; token: string }) {
  const { user } = useCurrentUser()
  return user ? <Arrive by={by} token={token} /> : <NoAccessScreen />
}

function Arrive({ by, token }: { by: 'link' | 'invite'; token: string }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const hasCome = useRef(false)
  useEffect(() => {
    // An invitation is used up by the first call: React may run an effect twice.
    if (hasCome.current) return
    hasCome.current = true
    const call = by === 'link' ? rpc.share.openLink : rpc.share.acceptInvite
    call.mutate({ token }).then(
      async ({ id }) => {
        void queries.invalidateQueries({ queryKey: trpc.share.pathKey() })
        await navigate({ to: '/$documentId', params: { documentId: id }, replace: true })
      },
      (error) => setProblem(failureWords(error, t('This link could not be opened. Please try again.'))),
    )
  }, [by, token, navigate, queries])
  if (problem === null) return <Skeleton className="m-16 h-9" />
  return (
    <ErrorState
      className="min-h-full justify-center"
      title={t('This link does not open a page for you')}
      hint={problem}
    />
  )
}
