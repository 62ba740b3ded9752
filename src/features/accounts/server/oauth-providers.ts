import * as openid from 'openid-client'
import { Email, PersonName } from '@/features/accounts/inputs'
import type { OAuthProvider } from '@/features/accounts/model'
import type { Config, OAuthConfig } from '@/server/config'

/** The secrets of one sign-in under way; the browser sees only what is derived from them. */
export interface Challenge {
  verifier: string
  state: string
  nonce: string
}

/** Who somebody is at a provider. `subject` never changes there; addresses and names may. */
export interface Identity {
  subject: string
  /** In lower case, and only when the provider says that it belongs to the person; one that could not be typed here is none. */
  verifiedEmail: string | null
  /** Empty when there is none that could be typed here. */
  name: string
}

/** A provider that is set up on this server. Everything it is asked is over the addresses of the operator's settings. */
export interface OAuthClient {
  /** Where the browser is sent, with a PKCE challenge (S256). */
  addressFor(challenge: Challenge, redirectUri: string): Promise<URL>
  /** Exchanges the code in the address that the browser came back to. Throws when anything about it is not right. */
  identify(challenge: Challenge, returned: URL): Promise<Identity>
}

/** Seconds that a provider has for an answer. */
const ANSWER_SECONDS = 10

export function oauthClients(config: Config): Record<OAuthProvider, OAuthClient | null> {
  const { github, google, oidc } = config
  return {
    github: github && plainOAuth(github, GITHUB, githubIdentity),
    google: google && plainOAuth(google, GOOGLE, async (ask, url) => claimsIdentity(await ask(url))),
    oidc: oidc && openIdConnect(oidc),
  }
}

interface Endpoints {
  authorize: string
  token: string
  userinfo: string
  scope: string
}

const GITHUB: Endpoints = {
  authorize: 'https://github.com/login/oauth/authorize',
  token: 'https://github.com/login/oauth/access_token',
  userinfo: 'https://api.github.com/user',
  scope: 'read:user user:email',
}
const GOOGLE: Endpoints = {
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  userinfo: 'https://openidconnect.googleapis.com/v1/userinfo',
  scope: 'openid email profile',
}

/** Asks an address for JSON in the name of the person who has just agreed. */
type Ask = (url: string) => Promise<unknown>

/** A provider that says who somebody is at an address of its own, to which the fresh access token opens. */
function plainOAuth(
  config: OAuthConfig,
  defaults: Endpoints,
  identityOf: (ask: Ask, userinfo: string) => Promise<Identity>,
): OAuthClient {
  const authorize = config.authorizeUrl ?? defaults.authorize
  const token = config.tokenUrl ?? defaults.token
  const userinfo = config.userinfoUrl ?? defaults.userinfo
  const client = new openid.Configuration(
    { issuer: new URL(authorize).origin, authorization_endpoint: authorize, token_endpoint: token },
    config.clientId,
    config.clientSecret,
  )
  if ([authorize, token, userinfo].some(isPlainHttp)) openid.allowInsecureRequests(client)
  client.timeout = ANSWER_SECONDS
  client[openid.customFetch] = withoutIdToken(token)
  return {
    async addressFor(challenge, redirectUri) {
      return authorizationUrl(client, challenge, redirectUri, defaults.scope)
    },
    async identify({ verifier, state }, returned) {
      const address = new URL(returned)
      // It names who answers. There is no published name to compare it with, and each provider has its own callback.
      address.searchParams.delete('iss')
      const checks = { pkceCodeVerifier: verifier, expectedState: state }
      const { access_token } = await openid.authorizationCodeGrant(client, address, checks)
      const ask: Ask = async (url) => {
        const headers = new Headers({ accept: 'application/json', 'user-agent': 'Sheaf' })
        const answer = await openid.fetchProtectedResource(
          client,
          access_token,
          new URL(url),
          'GET',
          undefined,
          headers,
        )
        if (!answer.ok) throw new Error(`The provider answered ${answer.status}`)
        return answer.json()
      }
      return identityOf(ask, userinfo)
    },
  }
}

/** Drops the ID token of a provider that is asked at its own address instead: nothing unverified is left to be read. */
function withoutIdToken(tokenUrl: string): openid.CustomFetch {
  return async (url, options) => {
    const answer = await fetch(url, options as RequestInit)
    if (url !== new URL(tokenUrl).href || !answer.ok) return answer
    const body = (await answer.json()) as Record<string, unknown>
    delete body.id_token
    return Response.json(body, { status: answer.status })
  }
}

/** The company's provider: what it offers is read from the issuer when it is first needed, and again after a failure. */
function openIdConnect({ issuer, clientId, clientSecret }: NonNullable<Config['oidc']>): OAuthClient {
  let found: Promise<openid.Configuration> | undefined
  const client = () => {
    found ??= discover().catch((error) => {
      found = undefined
      throw error
    })
    return found
  }
  const insecure = isPlainHttp(issuer) ? [openid.allowInsecureRequests] : []
  const discover = async () => {
    const options = { timeout: ANSWER_SECONDS, execute: insecure }
    const server = (
      await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, options)
    ).serverMetadata()
    // In the standard the header is what a provider takes when it says nothing.
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authentication = methods.includes('client_secret_basic')
      ? openid.ClientSecretBasic(clientSecret)
      : openid.ClientSecretPost(clientSecret)
    const config = new openid.Configuration(server, clientId, clientSecret, authentication)
    config.timeout = ANSWER_SECONDS
    for (const allow of insecure) allow(config)
    // Signatures are checked although the token comes straight from the provider: TLS may end at a proxy.
    openid.enableNonRepudiationChecks(config)
    return config
  }
  return {
    addressFor: async (challenge, redirectUri) =>
      authorizationUrl(await client(), challenge, redirectUri, 'openid email profile', challenge.nonce),
    async identify({ verifier, state, nonce }, returned) {
      const config = await client()
      const tokens = await openid.authorizationCodeGrant(config, returned, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('The provider sent no ID token')
      if (typeof claims.email === 'string' || !config.serverMetadata().userinfo_endpoint)
        return claimsIdentity(claims)
      return claimsIdentity(await openid.fetchUserInfo(config, tokens.access_token, claims.sub))
    },
  }
}

async function authorizationUrl(
  client: openid.Configuration,
  { verifier, state }: Challenge,
  redirectUri: string,
  scope: string,
  nonce?: string,
): Promise<URL> {
  return openid.buildAuthorizationUrl(client, {
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(nonce && { nonce }),
  })
}

/** GitHub's profile does not say whether an address is verified; the list of addresses does. */
async function githubIdentity(ask: Ask, userinfo: string): Promise<Identity> {
  const profile = asRecord(await ask(userinfo))
  const emails = await ask(`${userinfo.replace(/\/$/, '')}/emails`)
  const verified = (Array.isArray(emails) ? emails : [])
    .map(asRecord)
    .filter(({ email, verified }) => verified === true && emailOf(email) !== null)
  const chosen = verified.find(({ primary }) => primary === true) ?? verified[0]
  return {
    subject: subjectOf(profile.id),
    verifiedEmail: emailOf(chosen?.email),
    name: nameOf(profile.name) || nameOf(profile.login),
  }
}

/** The standard claims of OpenID Connect. */
function claimsIdentity(answer: unknown): Identity {
  const { sub, email, email_verified, name } = asRecord(answer)
  return {
    subject: subjectOf(sub),
    verifiedEmail: email_verified === true ? emailOf(email) : null,
    name: nameOf(name),
  }
}

function subjectOf(value: unknown): string {
  const subject = typeof value === 'number' ? String(value) : textOf(value)
  if (subject === '') throw new Error('The provider did not say who signed in')
  return subject
}

/**
 * The address as an account has it. In small letters some signs become others (the Kelvin sign a `k`): what was proven to the provider would
 * be the address of somebody else here.
 */
function emailOf(value: unknown): string | null {
  const text = textOf(value)
  return /^[\x21-\x7e]+$/.test(text) ? (Email.safeParse(text).data ?? null) : null
}

const nameOf = (value: unknown): string =>
  PersonName.safeParse(textOf(value).slice(0, 80).toWellFormed()).data ?? ''

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, 500) : '')
const isPlainHttp = (url: string): boolean => new URL(url).protocol === 'http:'
