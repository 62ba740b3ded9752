import { type OAuthProviderServer, openOAuthProvider } from '@test/oauth-provider'
import { cookieOf, onEachDatabase, refusal, startTestServer, type TestServer } from '@test/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

onEachDatabase('signing in with a provider', (database) => {
  let server: TestServer
  let provider: OAuthProviderServer
  let people = 0

  beforeAll(async () => {
    provider = await openOAuthProvider()
    const { url, clientId, clientSecret } = provider
    const plain = (name: 'GITHUB' | 'GOOGLE', userinfo: string) => ({
      [`${name}_CLIENT_ID`]: clientId,
      [`${name}_CLIENT_SECRET`]: clientSecret,
      [`${name}_AUTHORIZE_URL`]: `${url}/authorize`,
      [`${name}_TOKEN_URL`]: `${url}/token`,
      [`${name}_USERINFO_URL`]: `${url}${userinfo}`,
    })
    server = await startTestServer({
      env: {
        ...database.env,
        ...plain('GITHUB', '/user'),
        ...plain('GOOGLE', '/userinfo'),
        OIDC_ISSUER: url,
        OIDC_CLIENT_ID: clientId,
        OIDC_CLIENT_SECRET: clientSecret,
        OIDC_NAME: 'Acme',
      },
    })
  })
  afterAll(async () => {
    await server?.close()
    await provider?.close()
  })
  beforeEach(() => {
    people += 1
    const email = `oauth-${database.dialect}-${people}@example.org`
    provider.person = { id: 1000 + people, name: 'Ada Lovelace', email, isVerified: true }
    Object.assign(provider, { claims: {}, signsWrongly: false, denies: false, complaints: [], exchanged: 0 })
  })

  const visit = (address: string, cookie = '') => {
    // What is made with `PUBLIC_URL` is listened to on a loopback address.
    const url = new URL(address, server.url)
    const own = url.host === new URL(server.services.config.publicUrl).host
    const to = own ? `${server.url}${url.pathname}${url.search}` : url.href
    return fetch(to, { redirect: 'manual', headers: { cookie } })
  }
  const next = (answer: Response) => answer.headers.get('location') ?? ''
  /** Goes to the provider and stops before the way back. */
  async function go(name: string, callbackUrl = '/templates') {
    const left = await visit(`/api/auth/${name}/login?callbackUrl=${encodeURIComponent(callbackUrl)}`)
    return { left, binding: cookieOf(left), back: next(await visit(next(left))) }
  }
  async function enter(name: string) {
    const { binding, back } = await go(name)
    const answer = await visit(back, binding)
    return { to: next(answer), cookie: cookieOf(answer) }
  }
  const whoIs = async (cookie: string) => (await server.rpc(cookie).layout.app.query()).currentUser
  const account = (email: string) =>
    server.services.db.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirst()

  test.each(['github', 'google', 'oidc'])(
    'R26 2.7 7.42 %s makes an account with the proven address, and signs in to it the next time',
    async (name) => {
      const first = await enter(name)
      expect(first.to).toBe('/templates')
      expect(provider.complaints).toEqual([])
      expect(await whoIs(first.cookie)).toMatchObject({ email: provider.person.email, name: 'Ada Lovelace' })
      // The address and the name may change there; the person stays the same.
      const before = await whoIs(first.cookie)
      provider.person = { id: provider.person.id, email: 'moved@example.org', isVerified: false }
      const second = await enter(name)
      expect((await whoIs(second.cookie))?.id).toBe(before?.id)
      expect(await whoIs(first.cookie)).not.toBeNull()
    },
  )

  test('R26 the browser is sent with PKCE, a state, and cookies that scripts cannot read', async () => {
    const { left } = await go('github')
    const address = new URL(next(left))
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: provider.clientId,
      code_challenge_method: 'S256',
      redirect_uri: `${server.services.config.publicUrl}/api/auth/github/callback`,
      scope: 'read:user user:email',
      state: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(left.headers.getSetCookie().join()).toMatch(/HttpOnly; SameSite=Lax/)
    const { left: away } = await go('google', 'https://evil.example/')
    expect(next(away)).not.toContain('evil')
  })

  test.each(['github', 'google', 'oidc'])(
    'R26 %s: no account with an address nobody has proven',
    async (name) => {
      provider.person.isVerified = false
      expect((await enter(name)).to).toBe(`/login?error=${name}-unverified&callbackUrl=%2Ftemplates`)
      delete provider.person.email
      expect((await enter(name)).to).toContain(`error=${name}-unverified`)
      expect(await account(`oauth-${database.dialect}-${people}@example.org`)).toBeUndefined()
    },
  )

  test.each(['github', 'google', 'oidc'])(
    'R26 %s: an address that becomes another one in small letters, or is several, is nobody’s',
    async (name) => {
      const own = (before: string) => `${before}-${name}-${database.dialect}@example.org`
      for (const email of [own('\u212aate'), `${own('ada')}, ${own('eve')}`, own('ada\r\nbcc:eve')]) {
        provider.person = { id: email, email, isVerified: true }
        expect((await enter(name)).to, email).toContain(`error=${name}-unverified`)
      }
      const made = server.services.db.selectFrom('user').select('email')
      expect(await made.where('email', 'like', `%-${name}-${database.dialect}@%`).execute()).toEqual([])
    },
  )

  test('R26 a name that could not be typed here is not taken over from a provider', async () => {
    provider.person.name = 'Ada\u202eecalevol'
    expect((await whoIs((await enter('google')).cookie))?.name).not.toMatch(/\u202e/)
  })

  test('R26 of several tabs that come back at once none breaks, and one account is made', async () => {
    const ways = await Promise.all([1, 2, 3, 4].map(() => go('github')))
    const answers = await Promise.all(ways.map(({ back, binding }) => visit(back, binding)))
    for (const answer of answers) {
      expect(answer.status).toBe(302)
      expect(['/templates', '/login?error=github-exists&callbackUrl=%2Ftemplates']).toContain(next(answer))
    }
    expect(answers.map(next)).toContain('/templates')
    const { id } = (await account(provider.person.email as string))!
    const linked = server.services.db.selectFrom('account').select('providerId').where('userId', '=', id)
    expect(await linked.execute()).toEqual([{ providerId: 'github' }])
  })

  test('R26 of two people who link the same account at once one has it, and the other is told', async () => {
    const people = await Promise.all([1, 2, 3].map(() => server.signUp()))
    const ways = await Promise.all(
      people.map(async ({ cookie }) => {
        const begun = await server.post('/api/auth/google/link', {}, cookie)
        const back = next(await visit(((await begun.json()) as { to: string }).to))
        return { back, cookies: `${cookie}; ${cookieOf(begun)}` }
      }),
    )
    const answers = await Promise.all(ways.map(({ back, cookies }) => visit(back, cookies)))
    const taken = '/settings/security?error=google-taken'
    expect(answers.map(next).sort()).toEqual(['/settings/security', taken, taken])
  })

  test('R26 an account that has the address is not taken over, however it is written', async () => {
    const email = provider.person.email as string
    const { user } = await server.signUp(email)
    provider.person.email = email.toUpperCase()
    const { to, cookie } = await enter('github')
    expect(to).toBe('/login?error=github-exists&callbackUrl=%2Ftemplates')
    expect(await whoIs(cookie)).toBeNull()
    const accounts = await server.services.db
      .selectFrom('account')
      .select('providerId')
      .where('userId', '=', user.id)
      .execute()
    expect(accounts).toEqual([])
  })

  test('R26 a wrong state, none, that of another browser or provider, and a used one are refused', async () => {
    const { binding, back } = await go('github')
    const changed = (change: (url: URL) => void) => {
      const url = new URL(back)
      change(url)
      return url.href
    }
    const expired = '/login?error=github-expired'
    expect(
      next(
        await visit(
          changed((url) => url.searchParams.set('state', 'x')),
          binding,
        ),
      ),
    ).toBe(expired)
    expect(
      next(
        await visit(
          changed((url) => url.searchParams.delete('state')),
          binding,
        ),
      ),
    ).toBe(expired)
    expect(next(await visit(back))).toBe(expired)
    const other = await go('github')
    expect(next(await visit(back, other.binding))).toBe(expired)
    const elsewhere = changed((url) => {
      url.pathname = '/api/auth/google/callback'
    })
    expect(next(await visit(elsewhere, binding))).toBe('/login?error=google-expired')
    expect(provider.exchanged).toBe(0)
    // None of these used it up; the right browser does, once, even when it comes twice at the same time.
    const both = await Promise.all([visit(back, binding), visit(back, binding)])
    expect(both.map(next).sort()).toEqual([expired, '/templates'])
    expect(next(await visit(back, binding))).toBe(expired)
    expect(provider.exchanged).toBe(1)
  })

  test('R26 a code of another sign-in, a replayed one and one made up are refused by PKCE and by the provider', async () => {
    const mine = await go('github')
    const victims = await go('github')
    const code = new URL(victims.back).searchParams.get('code') as string
    const injected = new URL(mine.back)
    injected.searchParams.set('code', code)
    const failed = '/login?error=github-failed&callbackUrl=%2Ftemplates'
    expect(next(await visit(injected.href, mine.binding))).toBe(failed)
    expect(provider.complaints).toEqual(['PKCE verifier'])
    // The code is spent: its own browser is too late.
    expect(next(await visit(victims.back, victims.binding))).toBe(failed)
  })

  test('R26 a visit that took longer than ten minutes is over', async () => {
    const { binding, back } = await go('github')
    await server.services.db
      .updateTable('verification')
      .set({ expiresAt: new Date(Date.now() - 1000).toISOString() })
      .where('identifier', 'like', 'oauth-%')
      .execute()
    expect(next(await visit(back, binding))).toBe('/login?error=github-expired')
  })

  test('2.7 saying no at the provider is told on the sign-in screen', async () => {
    provider.denies = true
    expect((await enter('google')).to).toBe('/login?error=google-denied&callbackUrl=%2Ftemplates')
  })

  test.each<[string, () => void]>([
    ['of another issuer', () => Object.assign(provider.claims, { iss: 'https://evil.example' })],
    ['for another client', () => Object.assign(provider.claims, { aud: 'somebody else' })],
    ['of another sign-in', () => Object.assign(provider.claims, { nonce: 'another' })],
    ['that is too old', () => Object.assign(provider.claims, { exp: 1_000, iat: 900 })],
    ['with a wrong signature', () => Object.assign(provider, { signsWrongly: true })],
  ])('R26 an ID token %s is refused', async (_what, spoil) => {
    spoil()
    expect((await enter('oidc')).to).toBe('/login?error=oidc-failed&callbackUrl=%2Ftemplates')
    expect(await account(provider.person.email as string)).toBeUndefined()
  })

  test('R28 signing in with a provider ends the session that the browser had', async () => {
    const before = await server.signUp()
    const { binding, back } = await go('github')
    const answer = await visit(back, `${before.cookie}; ${binding}`)
    expect(next(answer)).toBe('/templates')
    expect(await whoIs(before.cookie)).toBeNull()
    expect(await whoIs(cookieOf(answer))).toMatchObject({ email: provider.person.email })
  })

  test('R26 somebody signed in links an account, signs in with it, and unlinks it; nobody else can end it', async () => {
    const ada = await server.signUp()
    const eve = await server.signUp()
    const begin = (cookie: string) => server.post('/api/auth/github/link', {}, cookie)
    const left = await begin(ada.cookie)
    const { to } = (await left.json()) as { to: string }
    const back = next(await visit(to))
    const binding = cookieOf(left)
    // A browser that meanwhile belongs to somebody else.
    const foreign = await visit(back, `${eve.cookie}; ${binding}`)
    expect(next(foreign)).toBe('/settings/security?error=github-expired')

    const again = await begin(ada.cookie)
    const way = next(await visit(((await again.json()) as { to: string }).to))
    expect(next(await visit(way, `${ada.cookie}; ${cookieOf(again)}`))).toBe('/settings/security')
    const linked = async (cookie: string) => (await server.rpc(cookie).user.linkedAccounts.query()).linked
    expect(await linked(ada.cookie)).toMatchObject([{ provider: 'github' }])
    expect(await linked(eve.cookie)).toEqual([])
    expect((await whoIs((await enter('github')).cookie))?.id).toBe(ada.user.id)

    // The same account there cannot belong to two people here.
    const third = await begin(eve.cookie)
    const taken = next(await visit(((await third.json()) as { to: string }).to))
    const answer = await visit(taken, `${eve.cookie}; ${cookieOf(third)}`)
    expect(next(answer)).toBe('/settings/security?error=github-taken')

    const unlink = (cookie: string) => server.rpc(cookie).user.unlinkAccount.mutate({ provider: 'github' })
    expect((await refusal(unlink(eve.cookie))).code).toBe('not-found')
    await unlink(ada.cookie)
    expect(await linked(ada.cookie)).toEqual([])
    // A code to the address is still a way in.
    expect((await whoIs((await server.signUp(ada.user.email)).cookie))?.id).toBe(ada.user.id)
  })

  test('linking takes the password again, where there is one, and its owner gets a letter about it and about its end', async () => {
    const ada = await server.signUp()
    const { email } = ada.user
    const password = 'Own-Pass-17'
    const cookie = cookieOf(await server.post('/api/auth/set-password', { email, password }, ada.cookie))
    const begin = (body: object) => server.post('/api/auth/github/link', body, cookie)
    for (const body of [{}, { password: 'Other-Pass-17' }]) {
      const refused = await begin(body)
      expect(refused.status).toBe(400)
      expect(await refused.json()).toEqual({ error: 'The password is wrong.' })
      expect(cookieOf(refused)).toBe('')
    }
    const left = await begin({ password })
    const back = next(await visit(((await left.json()) as { to: string }).to))
    expect(next(await visit(back, `${cookie}; ${cookieOf(left)}`))).toBe('/settings/security')
    const subjects = () =>
      server
        .outbox()
        .filter(({ to, subject }) => to === email && / was (un)?linked$/.test(subject))
        .map(({ subject }) => subject)
    await expect.poll(subjects).toEqual(['An account was linked'])
    const letter = server.outbox().findLast(({ to }) => to === email)
    expect(letter?.text).toContain('take it away again')
    expect(letter?.text).toContain('/settings/security')
    await server.rpc(cookie).user.unlinkAccount.mutate({ provider: 'github' })
    await expect.poll(subjects).toEqual(['An account was linked', 'An account was unlinked'])
  })

  test('R26 linking begins on our own pages only, and only for somebody signed in', async () => {
    const { cookie } = await server.signUp()
    const headers = { cookie, origin: 'https://evil.example', 'content-type': 'application/json' }
    const address = `${server.url}/api/auth/github/link`
    expect((await fetch(address, { method: 'POST', headers, body: '{}' })).status).toBe(403)
    expect((await visit('/api/auth/github/link', cookie)).status).toBe(404)
    expect((await server.post('/api/auth/github/link', {})).status).toBe(401)
  })

  test('the sign-in screen knows the name of the company', async () => {
    expect(await server.rpc().user.companySignIn.query()).toEqual({ name: 'Acme' })
  })
})

onEachDatabase('who may make an account', (database) => {
  test.each(['closed', 'invited'])('SIGN_UP=%s holds for codes and for providers', async (rule) => {
    const provider = await openOAuthProvider()
    const { url, clientId, clientSecret } = provider
    const oidc = { OIDC_ISSUER: url, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
    const server = await startTestServer({ env: { ...database.env, ...oidc } })
    const id = `${rule}-${database.dialect}`
    try {
      const owner = await server.signUp(`owner-${id}@example.org`)
      const { id: podId } = await server.rpc(owner.cookie).pod.create.mutate({ name: 'Club' })
      const guest = `guest-${id}@example.org`
      await server.rpc(owner.cookie).pod.addMember.mutate({ podId, email: guest })
      Object.assign(server.services.config, { signUp: rule })

      const words = /takes no new accounts/
      await expect(server.signUp(`stranger-${id}@example.org`)).rejects.toThrow(words)
      const enter = async (email: string) => {
        provider.person = { id: email, email, isVerified: true }
        const own = (address: string) => address.replace(server.services.config.publicUrl, server.url)
        const left = await fetch(`${server.url}/api/auth/oidc/login`, { redirect: 'manual' })
        const agreed = await fetch(left.headers.get('location') as string, { redirect: 'manual' })
        const cookie = cookieOf(left)
        const back = own(agreed.headers.get('location') as string)
        return (await fetch(back, { redirect: 'manual', headers: { cookie } })).headers.get('location')
      }
      expect(await enter(`other-${id}@example.org`)).toBe('/login?error=oidc-closed')
      if (rule === 'invited') expect(await enter(guest)).toBe('/')
      else await expect(server.signUp(guest)).rejects.toThrow(words)
      // People who are there already sign in as ever.
      expect((await server.signUp(owner.user.email)).user.id).toBe(owner.user.id)
    } finally {
      await server.close()
      await provider.close()
    }
  })

  test('SIGN_UP=invited takes no letter of somebody who could not let anybody in any more', async () => {
    const server = await startTestServer({ env: database.env })
    const at = (name: string) => `${name}-of-letters-${database.dialect}@example.org`
    try {
      const ada = await server.signUp(at('ada'))
      const bea = await server.signUp(at('bea'))
      const byAda = server.rpc(ada.cookie)
      const byBea = server.rpc(bea.cookie)
      const { id: podId } = await byAda.pod.create.mutate({ name: 'Club' })
      await byAda.pod.addMember.mutate({ podId, email: at('bea'), role: 'owner' })
      const { invitations } = await byBea.pod.invitations.query()
      await byBea.pod.acceptInvitation.mutate({ id: invitations[0]!.id })
      const { id } = await byAda.document.create.mutate({ podId })
      for (const name of ['pod', 'late-pod']) await byBea.pod.addMember.mutate({ podId, email: at(name) })
      for (const name of ['page', 'late-page'])
        await byBea.share.invite.mutate({ id, email: at(name), level: 'view' })
      Object.assign(server.services.config, { signUp: 'invited' })
      for (const name of ['pod', 'page']) expect((await server.signUp(at(name))).user.email).toBe(at(name))

      await byAda.pod.changeRole.mutate({ podId, userId: bea.user.id, role: 'guest' })
      for (const name of ['late-pod', 'late-page'])
        await expect(server.signUp(at(name))).rejects.toThrow(/takes no new accounts/)
    } finally {
      await server.close()
    }
  })
})
