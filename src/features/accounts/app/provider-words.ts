import { isOperator } from '@/app/operator'
import { t } from '@/shared/i18n'
import type { OAuthFailure, OAuthProvider } from '../model'

/** The providers with their names, and the settings that turn them on (rulings 8). */
export const PROVIDERS: Record<OAuthProvider, { readonly name: string; settings: string }> = {
  github: { name: 'GitHub', settings: 'GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET' },
  google: { name: 'Google', settings: 'GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET' },
  oidc: {
    get name() {
      return t('your organization')
    },
    settings: 'OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET',
  },
}

/** Where the provider's sign-in begins (product.md 2.7). It leads on, or back to the sign-in screen with an `error`. */
export const providerAddress = (provider: OAuthProvider, callbackUrl: string): string =>
  `/api/auth/${provider}/login?callbackUrl=${encodeURIComponent(callbackUrl)}`

/** What `?error=<provider>-<reason>` of an address means; null when there is none. */
export function providerErrorWords(error: string | undefined): string | null {
  if (!error) return null
  for (const [provider, { name, settings }] of Object.entries(PROVIDERS)) {
    if (!error.startsWith(`${provider}-`)) continue
    const words = reasonWords(name, settings)[error.slice(provider.length + 1) as OAuthFailure]
    if (words) return words
  }
  return t('Signing in did not work. Please try again.')
}

const reasonWords = (name: string, settings: string): Record<OAuthFailure, string> => ({
  'not-configured': isOperator()
    ? t('Signing in with {name} is not set up on this server. Turn it on with {settings}.', {
        name,
        settings,
      })
    : t('Signing in with {name} is not set up on this server. Please use your email address.', { name }),
  unavailable: t('Signing in with {name} does not work right now. Please use your email address.', { name }),
  denied: t('You did not allow signing in with {name}. You can try again, or use your email address.', {
    name,
  }),
  expired: t('This sign-in with {name} has expired or was used already. Please start again.', { name }),
  unverified: t(
    'Your account there has no verified email address. Verify it with {name}, then try again, or use your email address here.',
    { name },
  ),
  exists: t(
    'There is already an account with this email address. Sign in to it first, then link {name} in the settings under Security.',
    { name },
  ),
  closed: t('This server takes no new accounts for this address. Ask somebody who uses it to invite you.'),
  taken: t(
    'This account is already linked to another person here. Sign in as that person and unlink it first.',
  ),
  'too-often': t('Too many attempts. Please wait a few minutes and try again.'),
  failed: t('Signing in with {name} did not work. Please try again.', { name }),
})
