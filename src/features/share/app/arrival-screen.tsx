import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { DeadLinkScreen } from '@/app/dead-link-screen'
import { NoAccessScreen } from '@/app/error-screens'
import { failureWords } from '@/app/failures'
import { rpc, trpc } from '@/app/rpc'
import { useCurrentUser } from '@/app/session'
import { acceptLetter } from '@/features/pods/app/use-invitations'
import { POD_LETTER } from '@/features/pods/model'
import { t } from '@/shared/i18n'
import { Skeleton } from '@/ui/skeleton'

/** What stands in the place of a token for somebody who has read the page as a visitor, and signed in then. */
const VISITED = 'page~'

/**
 * Somebody comes by a secret link (`/share/{token}`) or the link of a letter (`/invite/{token}`). Signed in, they have the page and
 * go there. Without an account a secret link lets them read; for a letter they sign in and come back.
 */
export function ArrivalScreen({ by, token }: { by: 'link' | 'invite'; token: string }) {
  const { user } = useCurrentUser()
  if (!user && (by === 'invite' || token.startsWith(VISITED))) return <NoAccessScreen />
  const open = user ? () => openSignedIn(by, token) : () => openAsVisitor(token)
  return <Arrive key={user?.id} open={open} />
}

async function openSignedIn(by: 'link' | 'invite', token: string): Promise<{ id: string | null }> {
  if (by === 'invite' && token.startsWith(POD_LETTER)) {
    await acceptLetter(token.slice(POD_LETTER.length))
    return { id: null }
  }
  if (by === 'invite') return rpc.share.acceptInvite.mutate({ token })
  return rpc.share.openLink.mutate(
    token.startsWith(VISITED) ? { visited: token.slice(VISITED.length) } : { token },
  )
}

/** The server's own words, where it sent any. */
class Refused extends Error {}

async function openAsVisitor(token: string): Promise<{ id: string }> {
  const answer = await fetch('/api/visits', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  const said = (await answer.json().catch(() => ({}))) as { id?: string; error?: string }
  if (answer.ok && said.id) return { id: said.id }
  throw answer.status < 500 && said.error ? new Refused(said.error) : new Error('The server did not answer')
}

/** `open` answers the page to go to; null: home, in the pod that one has come into. */
function Arrive({ open }: { open(): Promise<{ id: string | null }> }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const hasCome = useRef(false)
  const come = useRef(open)
  useEffect(() => {
    // An invitation is used up by the first call: React may run an effect twice.
    if (hasCome.current) return
    hasCome.current = true
    come.current().then(
      async ({ id }) => {
        void queries.invalidateQueries({ queryKey: trpc.share.pathKey() })
        if (id === null) return navigate({ to: '/', replace: true })
        // The token leaves the address, and with it the history of the browser.
        await navigate({ to: '/$documentId', params: { documentId: id }, replace: true })
      },
      (error) =>
        setProblem(
          error instanceof Refused
            ? error.message
            : failureWords(error, t('This link could not be opened. Please try again.')),
        ),
    )
  }, [navigate, queries])
  if (problem === null) return <Skeleton className="m-16 h-9" />
  return <DeadLinkScreen reason={problem} />
}
