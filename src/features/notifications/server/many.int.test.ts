import { LONG_MINUTES, until } from '@test/collab'
import { joinPod, onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteHappening } from '@/server/outbox'
import { newId } from '@/shared/ids'

/** The short form keeps `npm test` short; the long one is the size that the fault names. */
const FORM = LONG_MINUTES ? { notifications: 10_000, people: 10 } : { notifications: 300, people: 3 }
const PATIENCE_MS = LONG_MINUTES ? 1_800_000 : 120_000
/** How much slower others may be meanwhile: a factor, and milliseconds on top. */
const MOST_TIMES = 4
const MOST_MS = 500
const BELL_EVERY_MS = 4_000
/** Their own word comes once the row of jobs that is under way is done. */
const MOST_UNTIL_TOLD_MS = 10_000
const PAST = '2020-01-01T00:00:00.000Z'

const percentile = (times: readonly number[], of: number): number =>
  Math.round([...times].sort((a, b) => a - b)[Math.floor((times.length * of) / 100)] ?? 0)

const commentOn = (documentId: string) => ({
  id: newId(),
  commentId: newId(),
  documentId,
  kind: 'page' as const,
  contentRich: {
    type: 'doc' as const,
    content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Ready?' }] }],
  },
})

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
      const [ada, bob, cleo] = [await server.signUp(), await server.signUp(), await server.signUp()]
      const rpc = (person: TestPerson) => server.rpc(person.cookie)
      const { id: podId } = await rpc(ada).pod.create.mutate({ name: 'Writers' })
      const { id: documentId } = await rpc(ada).document.create.mutate({ podId, title: 'Plans' })
      const people: TestPerson[] = []
      while (people.length < FORM.people) {
        const person = await server.signUp()
        await joinPod(server, podId, { owner: ada, person })
        people.push(person)
      }
      // Somebody else works, before it and meanwhile, and is told of something now and then.
      const { id: bobsPod } = await rpc(bob).pod.create.mutate({ name: 'Garden club' })
      const { id: bobsPage } = await rpc(bob).document.create.mutate({ podId: bobsPod, title: 'Beds' })
      await joinPod(server, bobsPod, { owner: bob, person: cleo })
      const unread = async () => (await rpc(bob).notifications.getUnreadCount.query()).count
      const working = async (isOver: (rounds: number) => boolean | Promise<boolean>) => {
        const [calls, bells]: [number[], number[]] = [[], []]
        const timed = async (into: number[], act: () => Promise<unknown>) => {
          const began = performance.now()
          await act()
          into.push(performance.now() - began)
        }
        let lastBell = Number.NEGATIVE_INFINITY
        for (let round = 0; !(await isOver(round)); round++) {
          await timed(calls, () => rpc(bob).document.update.mutate({ id: bobsPage, title: `Bed ${round}` }))
          await timed(calls, () => rpc(bob).document.document.query({ id: bobsPage }))
          // As often as a person may comment.
          if (performance.now() - lastBell < BELL_EVERY_MS) continue
          lastBell = performance.now()
          const before = await unread()
          await rpc(cleo).comment.createDiscussion.mutate(commentOn(bobsPage))
          await timed(bells, () => until('the bell', async () => (await unread()) > before, PATIENCE_MS))
        }
        return { calls, bells }
      }
      const usual = await working((rounds) => rounds === 20)

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
      const told = await unread()
      await rpc(ada).friends.sendFriendRequest.mutate({ receiverId: bob.user.id })
      await until('the one of somebody else', async () => {
        return (await unread()) === told + 1
      })
      // Those of each person are taken in turn: a row of jobs for each of them at most came before.
      const left = await waiting()
      expect(left).toBeGreaterThan(FORM.notifications / 2)

      const deadline = performance.now() + PATIENCE_MS
      const busy = await working(async () => {
        expect(performance.now()).toBeLessThan(deadline)
        return (await waiting()) === 0
      })
      const figures = ({ calls, bells }: typeof usual) =>
        `p50 ${percentile(calls, 50)} and p95 ${percentile(calls, 95)} ms a call, p95 ${percentile(bells, 95)} ms until the bell`
      // How long others wait is measured in the long form, which nothing runs beside.
      if (LONG_MINUTES) {
        process.stdout.write(
          `${FORM.notifications} at once (${database.dialect}), somebody else before: ${figures(usual)}; meanwhile: ${figures(busy)}\n`,
        )
        expect(percentile(busy.calls, 95)).toBeLessThan(MOST_TIMES * percentile(usual.calls, 95) + MOST_MS)
        expect(percentile(busy.bells, 95)).toBeLessThan(MOST_UNTIL_TOLD_MS)
      }

      const rows = await sql<{ user_id: string; count: number | string }>`
        select user_id, count(*) as count from notification where document_id = ${documentId} group by user_id`.execute(
        db,
      )
      const each = Object.fromEntries(rows.rows.map(({ user_id, count }) => [user_id, Number(count)]))
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
