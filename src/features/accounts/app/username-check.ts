import { useEffect, useState } from 'react'
import { failureWords, rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'

/** What is known about a username (product.md 4.17). */
export type UsernameState = 'idle' | 'checking' | 'available' | 'unavailable' | 'current' | 'error'

/** The words of product.md 5.10. */
export const USERNAME_WORDS: Record<UsernameState, string | null> = {
  idle: null,
  get checking() {
    return t('Checking…')
  },
  get available() {
    return t('Username is available')
  },
  get unavailable() {
    return t('Username is already taken')
  },
  get current() {
    return t('Current username')
  },
  get error() {
    return t('Failed to check username')
  },
}

/** Milliseconds after the last key until the server is asked (product.md 9.7). */
const DEBOUNCE = 500

/** Follows what is typed: empty is idle, the own name is current, everything else is asked half a second later. */
export function useUsernameCheck(
  typed: string,
  current: string | null,
): { state: UsernameState; words: string | null } {
  const username = typed.trim().toLowerCase()
  const [answer, setAnswer] = useState<{
    username: string
    state: UsernameState
    words: string | null
  } | null>(null)

  useEffect(() => {
    if (username === '' || username === current) return
    let stale = false
    const timer = setTimeout(async () => {
      try {
        const { isAvailable, reason } = await rpc.user.checkUsernameAvailability.query({ username })
        const state = isAvailable ? 'available' : 'unavailable'
        if (!stale) setAnswer({ username, state, words: reason ?? USERNAME_WORDS[state] })
      } catch (error) {
        const words = failureWords(error, t('Failed to check username'))
        if (!stale) setAnswer({ username, state: 'error', words })
      }
    }, DEBOUNCE)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [username, current])

  const known = (state: UsernameState) => ({ state, words: USERNAME_WORDS[state] })
  if (username === '') return known('idle')
  if (username === current) return known('current')
  if (answer?.username !== username) return known('checking')
  return { state: answer.state, words: answer.words }
}
