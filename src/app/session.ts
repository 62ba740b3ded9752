import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { chooseFormats } from '@/ui/formats'
import { chosenLanguage } from './language'
import { ownerOfTab, queryClient, trpc } from './rpc'
import { makeVisitor, type Visitor, visitorIn } from './visitor'

export type { Visitor } from './visitor'

/** Who is signed in; `user` is `null` for visitors and while `isPending`. `error`: the server could not say. */
export function useCurrentUser() {
  const query = useQuery(trpc.layout.app.queryOptions(undefined, { staleTime: 5 * 60_000 }))
  return {
    user: query.data?.currentUser ?? null,
    isPending: query.isPending,
    error: query.data === undefined ? query.error : null,
    refetch: query.refetch,
  }
}

export type CurrentUser = NonNullable<ReturnType<typeof useCurrentUser>['user']>

/**
 * Writes dates, and speaks, as the person who is signed in has chosen; without one, as this browser last did. Used once.
 */
export function useOwnFormats(): void {
  const { formats, language } = useCurrentUser().user ?? {}
  useEffect(() => {
    if (formats) chooseFormats(formats)
  }, [formats])
  useEffect(() => {
    if (language && language !== chosenLanguage())
      void import('./choose-language').then(({ chooseLanguage }) => chooseLanguage(language))
  }, [language])
}

/** Asks the server again who is signed in; resolves when the answer is on the screen. */
export const refreshSession = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: trpc.layout.app.queryKey() })

/**
 * After somebody has signed in here: asks who they are, and goes on with `stay`. A tab of another account is loaded anew at this address
 * instead, so that nothing of that one is shown to them, or sent as theirs.
 */
export async function afterSignIn(address: string, stay: () => void): Promise<void> {
  await refreshSession()
  const user = queryClient.getQueryData(trpc.layout.app.queryKey())?.currentUser
  if (!user && ownerOfTab() !== undefined) window.location.assign(address)
  else stay()
}

/** The anonymous identity of this browser (rulings 1). */
export function useVisitor(): Visitor {
  const [visitor] = useState(() => {
    try {
      return visitorIn(localStorage)
    } catch {
      // Storage can be forbidden; then the identity lasts as long as the tab.
      return makeVisitor(Math.random)
    }
  })
  return visitor
}
