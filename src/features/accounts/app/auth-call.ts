import { actingAs } from '@/app/rpc'
import { t } from '@/shared/i18n'
import type { OAuthProvider } from '../model'

/** The calls of product.md 7.42, with the words to fall back on when the server sends none (8.10). */
const FALLBACK = {
  get signin() {
    return t('Failed to sign in')
  },
  get 'send-verification'() {
    return t('Failed to send verification email')
  },
  get 'verify-email'() {
    return t('Failed to verify code')
  },
  get 'set-password'() {
    return t('Failed to set password')
  },
  get 'change-password'() {
    return t('Failed to set password')
  },
  get 'send-password-reset'() {
    return t('Failed to send password reset email')
  },
  get 'verify-password-reset'() {
    return t('Failed to set password')
  },
  get signout() {
    return t('Failed to sign out')
  },
} as const

/** The calls of second factors and passkeys. */
type SecurityCall =
  | `second-factor${'' | '/begin' | '/confirm' | '/end' | '/recovery-codes'}`
  | `passkeys/${'begin' | 'add' | 'ask' | 'signin'}`

export type AuthCall = keyof typeof FALLBACK | `${OAuthProvider}/link` | SecurityCall

function fallbackOf(call: AuthCall): string {
  if (call in FALLBACK) return FALLBACK[call as keyof typeof FALLBACK]
  return call.endsWith('/link') ? t('Failed to link the account') : t('This did not work')
}

/** A refused call; `message` is meant for the person, `status` is 0 when the server could not be reached. */
export class AuthFailure extends Error {
  readonly status: number
  constructor(message: string, status: number, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'AuthFailure'
    this.status = status
  }
}

/**
 * Posts to `/api/auth/<call>`. Resolves to the JSON that the server answers; otherwise throws an AuthFailure with the
 * server's words, or with `fallback`, or with those of product.md 8.10.
 */
export async function authCall(
  call: AuthCall,
  body: object,
  fallback: string = fallbackOf(call),
): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(`/api/auth/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...actingAs() },
      body: JSON.stringify(body),
    })
  } catch (cause) {
    const words = navigator.onLine ? t('the server cannot be reached.') : t('you are offline.')
    throw new AuthFailure(`${fallback}: ${words}`, 0, { cause })
  }
  if (!response.ok) throw new AuthFailure((await errorOf(response)) ?? fallback, response.status)
  return response.json()
}

/** Does the answer to a sign-in say that a second factor has to be shown first? */
export const asksForSecondFactor = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'secondFactor' in answer

/** The `error` field of a JSON answer, if it has one. */
async function errorOf(response: Response): Promise<string | null> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
      ? body.error
      : null
  } catch {
    // A proxy's error page is not JSON; the caller has words for that.
    return null
  }
}
