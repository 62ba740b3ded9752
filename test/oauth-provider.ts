import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { openWebServer } from './sinkhole'

/** Whom the provider says somebody is. */
export interface ProviderPerson {
  id: number | string
  name?: string
  email?: string
  isVerified?: boolean
}

/** A small real sign-in provider on loopback: GitHub's addresses, and those of OpenID Connect. */
export interface OAuthProviderServer {
  url: string
  clientId: string
  clientSecret: string
  /** Who agrees at the provider from now on. */
  person: ProviderPerson
  /** Claims that take the place of the right ones in the next ID tokens. */
  claims: Record<string, unknown>
  /** Signs the next ID tokens with a key that is not published. */
  signsWrongly: boolean
  /** The person says no from now on. */
  denies: boolean
  /** Everything that the provider found wrong with what it was sent. */
  complaints: string[]
  /** Codes that were exchanged for a token. */
  exchanged: number
  close(): Promise<void>
}

interface Grant {
  challenge: string
  redirectUri: string
  nonce: string | null
  person: ProviderPerson
}

/** It judges what it is sent as a real one does: client, redirect address, PKCE, and that a code is used once. */
export async function openOAuthProvider(): Promise<OAuthProviderServer> {
  const grants = new Map<string, Grant>()
  const tokens = new Map<string, ProviderPerson>()
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const wrong = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }

  const site = await openWebServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      provider.complaints.push(String(error))
      response.writeHead(500).end()
    })
  })
  const provider: OAuthProviderServer = {
    url: site.url,
    clientId: 'sheaf-client',
    clientSecret: 'sheaf secret/with+signs',
    person: { id: 1 },
    claims: {},
    signsWrongly: false,
    denies: false,
    complaints: [],
    exchanged: 0,
    close: site.close,
  }

  const json = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const refuse = (response: ServerResponse, error: string, complaint: string): void => {
    provider.complaints.push(complaint)
    json(response, { error }, 400)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', site.url)
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        json(response, {
          issuer: site.url,
          authorization_endpoint: `${site.url}/authorize`,
          token_endpoint: `${site.url}/token`,
          userinfo_endpoint: `${site.url}/userinfo`,
          jwks_uri: `${site.url}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        })
        return
      case '/jwks':
        json(response, { keys: [jwk] })
        return
      case '/authorize':
        return authorize(url.searchParams, response)
      case '/token':
        return exchange(request, response)
      default:
        return tell(url.pathname, request, response)
    }
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const redirectUri = query.get('redirect_uri') ?? ''
    const back = new URL(redirectUri)
    back.searchParams.set('state', query.get('state') ?? '')
    if (query.get('client_id') !== provider.clientId) {
      refuse(response, 'invalid_client', 'client')
      return
    }
    if (query.get('code_challenge_method') !== 'S256' || !query.get('code_challenge')) {
      refuse(response, 'invalid_request', 'no PKCE')
      return
    }
    if (provider.denies) {
      back.searchParams.set('error', 'access_denied')
    } else {
      const code = randomBytes(16).toString('hex')
      grants.set(code, {
        challenge: query.get('code_challenge') ?? '',
        redirectUri,
        nonce: query.get('nonce'),
        person: provider.person,
      })
      back.searchParams.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const part of request) body += part
    const form = new URLSearchParams(body)
    const [id, secret] = credentials(request, form)
    if (id !== provider.clientId || secret !== provider.clientSecret) {
      refuse(response, 'invalid_client', `client ${id}`)
      return
    }
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    if (!grant) {
      refuse(response, 'invalid_grant', 'code')
      return
    }
    if (grant.redirectUri !== form.get('redirect_uri'))
      return refuse(response, 'invalid_grant', 'redirect address')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (challenge !== grant.challenge) {
      refuse(response, 'invalid_grant', 'PKCE verifier')
      return
    }
    provider.exchanged += 1
    const token = randomBytes(16).toString('hex')
    tokens.set(token, grant.person)
    json(response, { access_token: token, token_type: 'bearer', id_token: await idToken(grant) })
  }

  function idToken({ nonce, person }: Grant): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: site.url,
      aud: provider.clientId,
      iat: now,
      exp: now + 300,
      ...(nonce && { nonce }),
      ...standardClaims(person),
      ...provider.claims,
    }
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(provider.signsWrongly ? wrong.privateKey : privateKey)
  }

  function tell(path: string, request: IncomingMessage, response: ServerResponse): void {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const person = tokens.get(token)
    if (!person) {
      refuse(response, 'invalid_token', 'token')
      return
    }
    const { id, name, email, isVerified } = person
    // GitHub's profile shows an address without saying whether it is verified.
    if (path === '/user') json(response, { id, login: 'octo', name, email })
    else if (path === '/user/emails')
      json(response, email ? [{ email, primary: true, verified: isVerified === true }] : [])
    else if (path === '/userinfo') json(response, standardClaims(person))
    else json(response, {}, 404)
  }
  return provider
}

const standardClaims = ({ id, name, email, isVerified }: ProviderPerson) => ({
  sub: String(id),
  ...(name && { name }),
  ...(email && { email, email_verified: isVerified === true }),
})

/** The client's id and secret, from the header or from the form. */
function credentials(request: IncomingMessage, form: URLSearchParams): (string | null)[] {
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!basic) return [form.get('client_id'), form.get('client_secret')]
  const decoded = Buffer.from(basic, 'base64').toString().split(':')
  return decoded.map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
}
