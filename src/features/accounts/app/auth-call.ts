import { t } from '@/shared/i18n'

/** The calls of product.md 7.42, with the words to fall back on when the server sends none (8.10). */
const FALLBACK = {
  signin: 'Failed to sign in',
  'send-verification': 'Failed to send verification email',
  'verify-email': 'Failed to verify code',
  'set-password': 'Failed to set password',
  'send-password-reset': 'Failed to send password reset email',
  'verify-password-reset': 'Failed to set password',
  signout: 'Failed to sign out',
} as const

export type AuthCall = keyof typeof FALLBACK

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
 * Posts to `/api/auth/<call>`. Resolves when the server agreed; otherwise throws an AuthFailure with the server's
 * words, or with `fallback`, or with those of product.md 8.10.
 */
export async function authCall(
  call: AuthCall,
  body: Record<string, string>,
  fallback: string = FALLBACK[call],
) {
  let response: Response
  try {
    response = await fetch(`/api/auth/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  } catch (cause) {
    const words = navigator.onLine ? t('the server cannot be reached.') : t('you are offline.')
    throw new AuthFailure(`${fallback}: ${words}`, 0, { cause })
  }
  if (!response.ok) throw new AuthFailure((await errorOf(response)) ?? fallback, response.status)
}

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

export const PROVIDERS = {
  github: { name: 'GitHub', settings: 'GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET' },
  google: { name: 'Google', settings: 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET' },
} as const
export type Provider = keyof typeof PROVIDERS

/** Where the provider's sign-in begins (product.md 2.7). It leads on, or back to the sign-in screen with an `error`. */
export const providerAddress = (provider: Provider, callbackUrl: string): string =>
  `/api/auth/${provider}/login?callbackUrl=${encodeURIComponent(callbackUrl)}`

/** What `?error=` of the sign-in screen means, in words that say which settings are missing (rulings 8). */
export function providerErrorWords(error: string | undefined): string | null {
  for (const [provider, { name, settings }] of Object.entries(PROVIDERS)) {
    if (error === `${provider}-not-configured`)
      return t(
        'Signing in with {name} is not set up on this server. The person who runs it can turn it on with {settings}.',
        { name, settings },
      )
    if (error === `${provider}-unavailable`)
      return t('Signing in with {name} does not work on this server yet. Please use your email address.', {
        name,
      })
  }
  return error ? t('Signing in did not work. Please try again.') : null
}
