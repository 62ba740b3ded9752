import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuth } from '@/features/accounts/server/auth'
import { appRouter } from '@/server/router'
import { routes } from '@/server/routes'
import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from './server'

/**
 * R20: every call and route against everybody who may try it. The list of calls comes from the router itself, so a new
 * call fails here until somebody has said who may use it.
 *
 * - `page`: about one page. A visitor is asked to sign in; for another person it is as if the page did not exist.
 * - `own`: about the caller's own things. A visitor is asked to sign in; another person sees nothing of the owner's.
 * - `public`: anybody; nothing of the owner's is in it.
 */
type Audience = 'page' | 'own' | 'public'
type Ids = { page: string; trashed: string; session: string }

const CALLS: Record<string, [Audience, (ids: Ids) => unknown]> = {
  'document.documents': ['own', () => ({ parentDocumentId: null })],
  'document.tree': ['own', () => ({})],
  'document.allDocuments': ['own', () => ({})],
  'document.document': ['page', ({ page }) => ({ id: page })],
  'document.publicDocument': ['public', ({ page }) => ({ id: page })],
  'document.create': ['page', ({ page }) => ({ parentDocumentId: page, title: 'Inside' })],
  'document.move': ['page', ({ page }) => ({ id: page, parentDocumentId: null })],
  'document.update': ['page', ({ page }) => ({ id: page, status: 'completed' })],
  'document.archive': ['page', ({ page }) => ({ id: page })],
  'document.trash': ['own', () => ({ q: '' })],
  'document.restore': ['page', ({ page }) => ({ id: page })],
  'document.delete': ['page', ({ trashed }) => ({ id: trashed })],
  'document.favorites': ['own', () => ({})],
  'document.visit': ['page', ({ page }) => ({ id: page })],
  'document.recents': ['own', () => undefined],
  'document.changed': ['own', () => undefined],
  'layout.app': ['public', () => undefined],
  'user.getSettings': ['own', () => undefined],
  'user.updateSettings': ['own', () => ({ name: 'Somebody' })],
  'user.checkUsernameAvailability': ['own', () => ({ username: 'a-name-nobody-has' })],
  'user.sessions': ['own', () => undefined],
  'user.revokeSession': ['page', ({ session }) => ({ id: session })],
  'user.revokeOtherSessions': ['own', () => ({})],
}

/** Plain routes: who may use them, and how to ask. The sign-in routes themselves are tested beside the accounts. */
const ROUTES: Record<string, [Audience, (ids: Ids) => string]> = {
  'POST /api/auth/signin': ['public', () => '/api/auth/signin'],
  'POST /api/auth/send-verification': ['public', () => '/api/auth/send-verification'],
  'POST /api/auth/verify-email': ['public', () => '/api/auth/verify-email'],
  'POST /api/auth/set-password': ['own', () => '/api/auth/set-password'],
  'POST /api/auth/send-password-reset': ['public', () => '/api/auth/send-password-reset'],
  'POST /api/auth/verify-password-reset': ['public', () => '/api/auth/verify-password-reset'],
  'POST /api/auth/signout': ['public', () => '/api/auth/signout'],
  'GET /api/auth/:provider/login': ['public', () => '/api/auth/github/login'],
  'GET /api/auth/:provider/callback': ['public', () => '/api/auth/github/callback'],
  'POST /api/import': ['page', () => '/api/import'],
  'GET /api/export/markdown': ['page', ({ page }) => `/api/export/markdown?documentId=${page}`],
  'GET /api/export/html': ['page', ({ page }) => `/api/export/html?documentId=${page}`],
}

const SECRET = 'Quarterly figures of the owner'
const NOT_SIGNED_IN = 401
const NOT_THERE = 404

const procedures = Object.entries(
  // The flat map of every procedure is there at run time; its type is the nested one.
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
)

test('R20 every call of the router has a row', () => {
  expect(procedures.map(([name]) => name).sort()).toEqual(Object.keys(CALLS).sort())
})

onEachDatabase('who may call what', (database) => {
  let server: TestServer
  let owner: TestPerson
  let other: TestPerson
  let ids: Ids

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    owner = await server.signUp()
    other = await server.signUp()
  })
  afterAll(() => server.close())

  /** Pages of the owner, made anew because the owner's own calls change them. */
  async function freshIds(): Promise<Ids> {
    const rpc = server.rpc(owner.cookie)
    const page = await rpc.document.create.mutate({ parentDocumentId: null, title: SECRET })
    const trashed = await rpc.document.create.mutate({ parentDocumentId: null, title: SECRET })
    await rpc.document.archive.mutate({ id: trashed.id })
    const { sessions } = await rpc.user.sessions.query()
    return { page: page.id, trashed: trashed.id, session: sessions[0]!.id }
  }

  async function call(name: string, type: string, input: unknown, cookie?: string) {
    const headers = { origin: server.url, 'content-type': 'application/json', ...(cookie && { cookie }) }
    const url = `${server.url}/api/trpc/${name}`
    const json = input === undefined ? undefined : JSON.stringify(input)
    const answer =
      type === 'query'
        ? await fetch(json === undefined ? url : `${url}?input=${encodeURIComponent(json)}`, { headers })
        : await fetch(url, { method: 'POST', headers, body: json ?? '{}' })
    return { status: answer.status, body: await answer.text() }
  }

  function expectNothingOf(body: string): void {
    for (const secret of [SECRET, ids.page, ids.trashed, ids.session, owner.user.id, owner.user.email]) {
      expect(body).not.toContain(secret)
    }
  }

  describe('R20 calls', () => {
    for (const [name, { _def }] of procedures) {
      const row = CALLS[name]
      if (!row) continue
      const [audience, inputFor] = row

      test(`R20 ${name} is for ${audience}`, async () => {
        ids = await freshIds()
        const anonymous = await call(name, _def.type, inputFor(ids))
        if (audience !== 'public') expect(anonymous.status, anonymous.body).toBe(NOT_SIGNED_IN)
        expectNothingOf(anonymous.body)

        const theirs = await call(name, _def.type, inputFor(ids), other.cookie)
        if (audience === 'page') {
          expect(theirs.status, theirs.body).toBe(NOT_THERE)
          const unknown = {
            page: 'doesnotexist00000000',
            trashed: 'doesnotexist00000000',
            session: 'unknown',
          }
          const missing = await call(name, _def.type, inputFor(unknown), other.cookie)
          expect(theirs.body).toBe(missing.body)
        } else if (audience === 'own') {
          expect(theirs.status, theirs.body).toBe(200)
        }
        expectNothingOf(theirs.body)
        expect((await server.rpc(owner.cookie).document.document.query({ id: ids.page })).isArchived).toBe(
          false,
        )

        if (audience === 'public') return
        const own = await call(name, _def.type, inputFor(ids), owner.cookie)
        expect(own.status, own.body).toBe(200)
        // A revoked session was the owner's own: sign in again for the next row.
        if (name === 'user.revokeSession') owner = await server.signUp(owner.user.email)
      })
    }
  })

  describe('R20 routes', () => {
    test('R20 every route has a row', () => {
      const auth = createAuth(server.services, 'a secret for this list alone')
      const listed = routes(server.services, auth)
        .flatMap((group) => group.routes)
        .filter(({ method }) => method !== 'ALL')
        .map(({ method, path }) => `${method} ${path}`)
      expect([...new Set(listed)].sort()).toEqual(Object.keys(ROUTES).sort())
    })

    for (const [route, [audience, pathFor]] of Object.entries(ROUTES)) {
      test(`R20 ${route} is for ${audience}`, async () => {
        ids = await freshIds()
        const ask = async (cookie?: string) => {
          const method = route.split(' ')[0]!
          const isImport = route.includes('/import')
          const form = new FormData()
          form.append('file', new Blob(['# Imported']), 'imported.md')
          form.append('parentDocumentId', ids.page)
          const answer = await fetch(`${server.url}${pathFor(ids)}`, {
            method,
            redirect: 'manual',
            headers: {
              origin: server.url,
              ...(method === 'POST' && !isImport && { 'content-type': 'application/json' }),
              ...(cookie && { cookie }),
            },
            ...(method === 'POST' && { body: isImport ? form : '{}' }),
          })
          return { status: answer.status, body: await answer.text() }
        }
        const anonymous = await ask()
        expectNothingOf(anonymous.body)
        if (audience === 'page') {
          expect(anonymous.status, anonymous.body).toBe(NOT_SIGNED_IN)
          const theirs = await ask(other.cookie)
          expect(theirs.status, theirs.body).toBe(NOT_THERE)
          expectNothingOf(theirs.body)
          const own = await ask(owner.cookie)
          expect(Math.floor(own.status / 100), own.body).toBe(2)
        } else if (audience === 'own') {
          expect(anonymous.status).toBeGreaterThanOrEqual(400)
        }
      })
    }
  })
})
