import { LONG_MINUTES, until } from '@test/collab'
import { joinPod, onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteHappening } from '@/server/outbox'

/** The short form keeps `npm test` short; the long one is the size that the fault names. */
const FORM = LONG_MINUTES ? { notifications: 10_000, people: 10 } : { notifications: 600, people: 3 }
const PATIENCE_MS = LONG_MINUTES ? 900_000 : 120_000
const PAST = '2020-01-01T00:00:00.000Z'

onEachDatabase('notifications all at once', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
  })
  afterAll(() => server?.close())

  test(
    `R51 ${FORM.notifications} at once: each is told once in the bell and by letter, and somebody else does not wait for them`,
    async () => {
      const { db } = server.services
      const [ada, bob] = [await server.signUp(), await server.signUp()]
      const rpc = (person: TestPerson) => server.rpc(person.cookie)
      const { id: podId } = await rpc(ada).pod.create.mutate({ name: 'Writers' })
      const { id: documentId } = await rpc(ada).document.create.mutate({ podId, title: 'Plans' })
      const people: TestPerson[] = []
      while (people.length < FORM.people) {
        const person = await server.signUp()
        await joinPod(server, podId, { owner: ada, person })
        people.push(person)
      }
      const waiting = async () => {
        const row = await db
          .selectFrom('job')
          .select((eb) => eb.fn.countAll<number | string>().as('count'))
          .where('kind', '=', 'notifications.tell')
          .executeTakeFirstOrThrow()
        return Number(row.count)
      }
      // All of it happens in one moment.
      await db.transaction().execute(async (trx) => {
        for (let count = 0; count < FORM.notifications; count++) {
          const { user } = people[count % people.length] as TestPerson
          const happening = { userId: user.id, actorId: ada.user.id, documentId }
          await noteHappening(trx, { kind: 'DOCUMENT_SHARED', ...happening, data: { level: 'view' } })
        }
      })
      await rpc(ada).friends.sendFriendRequest.mutate({ receiverId: bob.user.id })
      await until('the one of somebody else', async () => {
        const { count } = await rpc(bob).notifications.getUnreadCount.query()
        return count === 1
      })
      // Those of each person are taken in turn: a row of jobs for each of them at most came before.
      const left = await waiting()
      expect(left).toBeGreaterThan(FORM.notifications / 2)

      await until('everything to be told', async () => (await waiting()) === 0, PATIENCE_MS)
      const told = await sql<{ user_id: string; count: number | string }>`
        select user_id, count(*) as count from notification where document_id = ${documentId} group by user_id`.execute(
        db,
      )
      const each = Object.fromEntries(told.rows.map(({ user_id, count }) => [user_id, Number(count)]))
      expect(each).toEqual(
        Object.fromEntries(people.map(({ user }) => [user.id, FORM.notifications / FORM.people])),
      )

      await db
        .updateTable('notification')
        .set({ mail_due_at: PAST })
        .where('mail_due_at', 'is not', null)
        .execute()
      await db.updateTable('job').set({ run_at: PAST }).where('lease_owner', 'is', null).execute()
      await until(
        'the letters',
        async () => (await db.selectFrom('job').select('id').executeTakeFirst()) === undefined,
        PATIENCE_MS,
      )
      for (const { user } of people) {
        const letters = server
          .outbox()
          .filter(({ to, text }) => to === user.email && text.includes('/unsubscribe?'))
        const counts = letters.map(({ subject }) => Number(/^(\d+) notifications/.exec(subject)?.[1] ?? 1))
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(FORM.notifications / FORM.people)
      }
    },
    PATIENCE_MS * 2,
  )
})
