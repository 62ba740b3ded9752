import type { Proof } from '@/features/accounts/inputs'
import {
  isOAuthProvider,
  type LinkedAccount,
  type OAuthFailure,
  type OAuthProvider,
} from '@/features/accounts/model'
import {
  browserOf,
  deleteAccountOf,
  findAccount,
  findUserByEmail,
  listAccounts,
} from '@/features/accounts/server/accounts.queries'
import { countClient } from '@/features/accounts/server/codes'
import { beginFlow, type Flow, takeFlow } from '@/features/accounts/server/oauth-flow'
import type { Identity, OAuthClient } from '@/features/accounts/server/oauth-providers'
import { type OwnerContext, proveOwner } from '@/features/accounts/server/second-factor.service'
import { tellOwner } from '@/features/accounts/server/security-letters'
import { arrive, clientHeaders, type SignInContext } from '@/features/accounts/server/sign-in.service'
import { maySignUp } from '@/features/accounts/server/sign-up-rules'
import type { SignedInContext } from '@/server/context'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

export interface OAuthContext extends SignInContext {
  clients: Record<OAuthProvider, OAuthClient | null>
}

/** Where a browser goes next: an address of the provider, or a path of ours. */
export interface Onward {
  to: string
  setCookies: string[]
}

/** Where the linked accounts stand: what became of linking one is said there. */
const SECURITY = '/settings/security'

const redirectUri = (ctx: OAuthContext, provider: OAuthProvider): string =>
  `${ctx.config.publicUrl}/api/auth/${provider}/callback`

/** Sends a browser to a provider, to sign in or, with `linkSession`, to link the account there to the person here. */
export async function beginOAuth(
  ctx: OAuthContext,
  provider: OAuthProvider,
  { callbackUrl, linkSession }: { callbackUrl: string; linkSession: string | null },
): Promise<Onward> {
  const back = { callbackUrl, linkSession }
  const client = ctx.clients[provider]
  if (!client) return failed(provider, 'not-configured', back)
  try {
    await countClient(ctx, 'sign-in', ctx.caller.ip)
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate-limited') return failed(provider, 'too-often', back)
    throw error
  }
  const isSecure = ctx.config.publicUrl.startsWith('https:')
  const { flow, cookie } = await beginFlow(ctx.auth, ctx.cookies, isSecure, { provider, ...back })
  try {
    const address = await client.addressFor(flow, redirectUri(ctx, provider))
    return { to: address.href, setCookies: [cookie] }
  } catch (error) {
    ctx.log.warn({ err: error, provider }, 'a sign-in provider cannot be reached')
    return failed(provider, 'unavailable', back)
  }
}

/**
 * Sends a browser of the caller to a provider, to link the account there to them. Throws as `proveOwner` does; the visit
 * that begins is good once, for ten minutes, and for this session alone.
 */
export async function beginLinking(
  ctx: OAuthContext & OwnerContext,
  provider: OAuthProvider,
  proof: Proof,
): Promise<Onward> {
  await proveOwner(ctx, proof)
  return beginOAuth(ctx, provider, { callbackUrl: '/', linkSession: ctx.caller.sessionId })
}

/** A browser is back from a provider with `query`: signs its person in, or links the account (R26). */
export async function endOAuth(ctx: OAuthContext, provider: OAuthProvider, query: string): Promise<Onward> {
  const client = ctx.clients[provider]
  const nowhere = { callbackUrl: '/', linkSession: null }
  if (!client) return failed(provider, 'not-configured', nowhere)
  const returned = new URL(redirectUri(ctx, provider))
  returned.search = query
  const state = returned.searchParams.get('state') ?? ''
  const flow = await takeFlow(ctx.auth, ctx.cookies, provider, state)
  if (!flow) return failed(provider, 'expired', nowhere)
  const error = returned.searchParams.get('error')
  if (error !== null) return failed(provider, error === 'access_denied' ? 'denied' : 'failed', flow)
  let identity: Identity
  try {
    identity = await client.identify(flow, returned)
  } catch (cause) {
    ctx.log.warn({ err: cause, provider }, 'a sign-in provider sent an answer that was refused')
    return failed(provider, 'failed', flow)
  }
  return flow.linkSession === null ? enter(ctx, flow, identity) : link(ctx, flow, identity)
}

async function enter(ctx: OAuthContext, flow: Flow, identity: Identity): Promise<Onward> {
  const { provider } = flow
  const account = await findAccount(ctx.db, provider, identity.subject)
  const userId = account?.userId ?? (await register(ctx, provider, identity))
  if (isFailure(userId)) return failed(provider, userId.failure, flow)
  const answer = await ctx.auth.api.startSession({
    body: { userId },
    headers: clientHeaders(ctx),
    returnHeaders: true,
  })
  const { isAsked, setCookies } = await arrive(ctx, answer, 'provider')
  if (!isAsked) return { to: flow.callbackUrl, setCookies }
  const query = new URLSearchParams({ step: 'second-factor' })
  if (flow.callbackUrl !== '/') query.set('callbackUrl', flow.callbackUrl)
  return { to: `/login?${query}`, setCookies }
}

const isFailure = (result: string | { failure: OAuthFailure }): result is { failure: OAuthFailure } =>
  typeof result !== 'string'

/**
 * Makes the account of somebody new. An account that has the address already is never taken over: its person signs in
 * first and links the provider in the settings.
 */
async function register(
  ctx: OAuthContext,
  provider: OAuthProvider,
  { subject, verifiedEmail, name }: Identity,
): Promise<string | { failure: OAuthFailure }> {
  if (verifiedEmail === null) return { failure: 'unverified' }
  if (await findUserByEmail(ctx.db, verifiedEmail)) return { failure: 'exists' }
  if (!(await maySignUp(ctx.db, ctx.config, verifiedEmail))) return { failure: 'closed' }
  const { internalAdapter } = await ctx.auth.$context
  try {
    const { user } = await internalAdapter.createOAuthUser(
      { email: verifiedEmail, name, emailVerified: true },
      { providerId: provider, accountId: subject },
    )
    return user.id
  } catch (error) {
    // The same person in another tab, or somebody by a code, was first.
    const account = await findAccount(ctx.db, provider, subject)
    if (account) return account.userId
    if (await findUserByEmail(ctx.db, verifiedEmail)) return { failure: 'exists' }
    throw error
  }
}

/** Only the session that asked may link, and while it still is signed in. */
async function link(ctx: OAuthContext, flow: Flow, { subject }: Identity): Promise<Onward> {
  const { provider } = flow
  const { user, sessionId } = ctx.caller
  if (!user || sessionId !== flow.linkSession) return failed(provider, 'expired', flow)
  const findOwner = async () => (await findAccount(ctx.db, provider, subject))?.userId
  let owner = await findOwner()
  if (owner === undefined) {
    const { internalAdapter } = await ctx.auth.$context
    owner = await internalAdapter
      .createAccount({ userId: user.id, providerId: provider, accountId: subject })
      .then(
        async () => {
          const { userAgent, caller } = ctx
          await tellOwner(ctx, 'linked', { email: user.email, userAgent, ip: caller.ip })
          return user.id
        },
        async (error: unknown) => {
          // Somebody else has linked it meanwhile.
          const first = await findOwner()
          if (first === undefined) throw error
          return first
        },
      )
  }
  if (owner !== user.id) return failed(provider, 'taken', flow)
  return { to: SECURITY, setCookies: [] }
}

function failed(
  provider: OAuthProvider,
  failure: OAuthFailure,
  { callbackUrl, linkSession }: Pick<Flow, 'callbackUrl' | 'linkSession'>,
): Onward {
  const query = new URLSearchParams({ error: `${provider}-${failure}` })
  if (linkSession !== null) return { to: `${SECURITY}?${query}`, setCookies: [] }
  if (callbackUrl !== '/') query.set('callbackUrl', callbackUrl)
  return { to: `/login?${query}`, setCookies: [] }
}

/** The accounts elsewhere that the caller signs in with. */
export async function linkedAccounts(ctx: SignedInContext): Promise<LinkedAccount[]> {
  const accounts = await listAccounts(ctx.db, ctx.caller.user.id)
  return accounts.flatMap(({ providerId, createdAt }) =>
    isOAuthProvider(providerId) ? [{ provider: providerId, linkedAt: createdAt }] : [],
  )
}

/** Ends signing in with a provider. The address stays a way in: a code can always be sent to it. */
export async function unlinkAccount(
  ctx: SignedInContext,
  provider: OAuthProvider,
): Promise<{ provider: OAuthProvider }> {
  const { user, sessionId, ip } = ctx.caller
  if (!(await deleteAccountOf(ctx.db, user.id, provider)))
    throw new AppError('not-found', t('This account is not linked.'))
  const userAgent = await browserOf(ctx.db, sessionId)
  await tellOwner(ctx, 'unlinked', { email: user.email, userAgent, ip })
  return { provider }
}
