import { onEachDatabase, startTestServer, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, cleanUpIfMissed } from './schedules'

onEachDatabase('the nightly clean-up', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
  })
  afterAll(() => server?.close())
  const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)

  test('the trash is emptied after thirty days (rulings 3), of what has been there that long', async () => {
    const { cookie } = await server.signUp()
    const rpc = server.rpc(cookie)
    const old = await rpc.document.create.mutate({ title: 'Old' })
    const recent = await rpc.document.create.mutate({ title: 'Recent' })
    const kept = await rpc.document.create.mutate({ title: 'Kept' })
    for (const { id } of [old, recent]) await rpc.document.archive.mutate({ id })
    const { db } = server.services
    const setArchived = (id: string, days: number) =>
      db
        .updateTable('document')
        .set({ archived_at: daysFromNow(days).toISOString() })
        .where('id', '=', id)
        .execute()
    await setArchived(old.id, -31)
    await setArchived(recent.id, -29)
    await cleanUp(server.services)
    const rows = await db.selectFrom('document').select('id').execute()
    expect(rows.map(({ id }) => id).sort()).toEqual([recent.id, kept.id].sort())
  })

  test('notifications are forgotten ninety days after they were read, and after a year in any case', async () => {
    const { user, cookie } = await server.signUp()
    const { db } = server.services
    const tell = (id: string, days: number, isRead: boolean) =>
      db
        .insertInto('notification')
        .values({
          id,
          user_id: user.id,
          kind: 'FRIEND_REQUEST',
          actor_id: null,
          document_id: null,
          data: '{}',
          created_at: daysFromNow(days).toISOString(),
          read_at: isRead ? daysFromNow(days).toISOString() : null,
          mail_due_at: null,
          push_due_at: null,
        })
        .execute()
    await tell('read-long-ago', -91, true)
    await tell('read', -89, true)
    await tell('unread', -91, false)
    await tell('unread-for-a-year', -366, false)
    await cleanUp(server.services)
    const { notifications } = await server.rpc(cookie).notifications.getNotifications.query()
    expect(notifications.map(({ id }) => id)).toEqual(['read', 'unread'])
  })

  test('sessions, codes and counters that have expired are forgotten, the others stay', async () => {
    const { cookie } = await server.signUp()
    const { db } = server.services
    await server.post('/api/auth/send-verification', { email: 'someone@example.org' })
    await cleanUp(server.services)
    expect((await server.rpc(cookie).layout.app.query()).currentUser).not.toBeNull()
    expect(await db.selectFrom('verification').selectAll().execute()).not.toEqual([])
    await cleanUp(server.services, daysFromNow(31))
    for (const table of ['session', 'verification', 'rate_limit'] as const) {
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
    }
  })

  test('what a machine that is off at night has missed is cleaned up after a start, once; what fails keeps nothing else from it', async () => {
    const { db } = server.services
    const expired = () =>
      db
        .insertInto('rate_limit')
        .values({ key: 'somebody', count: 1, window_ends_at: daysFromNow(-1).toISOString() })
        .execute()
    const left = async () =>
      (await db.selectFrom('rate_limit').select('key').where('key', '=', 'somebody').execute()).length
    await cleanUp(server.services)
    await expired()
    await cleanUpIfMissed(server.services)
    expect(await left()).toBe(1)
    const broken = {
      ...server.services,
      live: {
        ...server.services.live,
        recheckPages: () => {
          throw new Error('broken')
        },
      },
    }
    await cleanUpIfMissed(broken, daysFromNow(2))
    expect(await left()).toBe(0)
  })
})
