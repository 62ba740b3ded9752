import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import * as openid from 'openid-client'
import type { OAuthProvider } from '@/features/accounts/model'
import type { Auth } from '@/features/accounts/server/auth'
import { cookieNamed } from '@/features/accounts/server/known-browser'
import type { Challenge } from '@/features/accounts/server/oauth-providers'

const COOKIE = 'sheaf-oauth'
/** How long somebody may take at the provider. */
const FLOW_SECONDS = 600
const BINDING = /^[\w-]{43}$/

/** A visit to a provider that has begun here and has not come back yet. */
export interface Flow extends Challenge {
  provider: OAuthProvider
  /** A path of ours to go on to. */
  callbackUrl: string
  /** The session that asked for the account to be linked to its person; null when somebody signs in. */
  linkSession: string | null
}

type StoredFlow = Omit<Flow, 'state'> & { browser: string }

/** Remembers a visit for ten minutes. `cookie` binds it to this browser: nobody can send another's browser to its end. */
export async function beginFlow(
  auth: Auth,
  cookies: string | null,
  isSecure: boolean,
  { provider, callbackUrl, linkSession }: Pick<Flow, 'provider' | 'callbackUrl' | 'linkSession'>,
): Promise<{ flow: Flow; cookie: string }> {
  // Two tabs of a browser may be on their way at once, so a binding that is there is kept.
  const known = cookieNamed(cookies, COOKIE)
  const binding = BINDING.test(known) ? known : randomBytes(32).toString('base64url')
  const challenge: Challenge = {
    verifier: openid.randomPKCECodeVerifier(),
    state: openid.randomState(),
    nonce: openid.randomNonce(),
  }
  const { verifier, state, nonce } = challenge
  const stored: StoredFlow = {
    provider,
    callbackUrl,
    linkSession,
    verifier,
    nonce,
    browser: digest(binding),
  }
  const { internalAdapter } = await auth.$context
  await internalAdapter.createVerificationValue({
    identifier: identifierOf(state),
    value: JSON.stringify(stored),
    expiresAt: new Date(Date.now() + FLOW_SECONDS * 1000),
  })
  const secure = isSecure ? '; Secure' : ''
  const cookie = `${COOKIE}=${binding}; Path=/api/auth; Max-Age=${FLOW_SECONDS}; HttpOnly; SameSite=Lax${secure}`
  return { flow: { ...challenge, provider, callbackUrl, linkSession }, cookie }
}

/**
 * The visit that this state belongs to; it can be taken once. Null when there is none, it is too old, it went to another
 * provider, or another browser began it (R26). A stranger's browser does not use it up.
 */
export async function takeFlow(
  auth: Auth,
  cookies: string | null,
  provider: OAuthProvider,
  state: string,
): Promise<Flow | null> {
  const { internalAdapter } = await auth.$context
  const found = await internalAdapter.findVerificationValue(identifierOf(state))
  if (!found || !isOf(found.value, cookies, provider)) return null
  const taken = await internalAdapter.consumeVerificationValue(identifierOf(state))
  if (!taken || new Date(taken.expiresAt) <= new Date()) return null
  const { browser: _, ...flow } = JSON.parse(taken.value) as StoredFlow
  return { ...flow, state }
}

function isOf(value: string, cookies: string | null, provider: OAuthProvider): boolean {
  const stored = JSON.parse(value) as StoredFlow
  const browser = digest(cookieNamed(cookies, COOKIE))
  return stored.provider === provider && timingSafeEqual(Buffer.from(stored.browser), Buffer.from(browser))
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
const identifierOf = (state: string): string => `oauth-${digest(state)}`
