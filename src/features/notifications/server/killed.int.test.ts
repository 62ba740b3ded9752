import { LONG_MINUTES, temporaryFolder, until } from '@test/collab'
import { randomFrom, seedOf } from '@test/collab-writer'
import { makeProgram, type Program, type RunningProgram } from '@test/program'
import { PushBrowser, PushService } from '@test/push-service'
import { joinPod, onEachDatabase, readOutbox, startTestServer, type TestPerson } from '@test/server'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '@/server/db/db'
import type { AppRouter } from '@/server/router'
import { newId } from '@/shared/ids'

/** The short form keeps `npm test` short. */
const FORM = LONG_MINUTES ? { events: 1_000, kills: 20, writers: 40 } : { events: 60, kills: 2, writers: 3 }
const PAST = '2020-01-01T00:00:00.000Z'
/** What a machine with other work may take for all of it. */
const PATIENCE_MS = LONG_MINUTES ? 1_800_000 : 240_000

onEachDatabase('notifications of a server that is killed', (database) => {
  const folder = temporaryFolder()
  let program: Program
  let service: PushService
  beforeAll(async () => {
    program = await makeProgram('test/notifying-child.ts')
    service = await PushService.start()
  })
  afterAll(() => {
    service?.close()
    program?.remove()
    folder.remove()
  })

  test(
    `R51 ${FORM.kills} kills during ${FORM.events} comments: each is told once in the bell, by letter and by push`,
    async () => {
      const env: Record<string, string> = { ...database.env, DATA_DIR: folder.path }
      const random = randomFrom(seedOf(`R51 ${database.dialect}`))
      const browser = new PushBrowser(service.url)
      // People, a page and a browser that is pushed to, by a server that ends properly.
      const first = await startTestServer({ env })
      const ada = await first.signUp()
      const { id: podId } = await first.rpc(ada.cookie).pod.create.mutate({ name: 'Writers' })
      const writers: TestPerson[] = []
      for (let count = 0; count < FORM.writers; count++) {
        const person = await first.signUp()
        await joinPod(first, podId, { owner: ada, person })
        writers.push(person)
      }
      const made = await first
        .rpc(ada.cookie)
        .document.create.mutate({ podId, title: 'Plans', parentDocumentId: null })
      await first
        .rpc(ada.cookie)
        .notifications.addPushDevice.mutate({ ...browser.subscription, name: 'Phone' })
      await first.rpc(ada.cookie).notifications.deleteAllNotifications.mutate()
      const origin = first.services.config.publicUrl
      await first.close()

      let running!: RunningProgram
      let url = ''
      const start = async () => {
        running = program.run([], { ...env, PORT: url ? new URL(url).port : '0', PUBLIC_URL: origin })
        await running.printed('listening')
        url = /listening (\S+)/.exec(running.output())![1]!
      }
      await start()
      const rpcOf = ({ cookie }: TestPerson) =>
        createTRPCClient<AppRouter>({
          links: [httpBatchLink({ url: `${url}/api/trpc`, headers: { origin, cookie } })],
        })

      const comments: string[] = []
      let done = 0
      let next = 0
      /** Each comment is sent until it is answered, as a browser does that keeps what was not sent. */
      const write = async (writer: TestPerson) => {
        for (let event = next++; event < FORM.events; event = next++) {
          const content = [
            { type: 'paragraph' as const, content: [{ type: 'text' as const, text: `(event-${event})` }] },
          ]
          const input = {
            id: newId(),
            commentId: newId(),
            documentId: made.id,
            kind: 'page' as const,
            contentRich: { type: 'doc' as const, content },
          }
          comments.push(input.commentId)
          await until(
            `comment ${event} to be answered`,
            () =>
              rpcOf(writer)
                .comment.createDiscussion.mutate(input)
                .then(
                  () => true,
                  (error) => {
                    // Only what a server that is killed or starting brings about, or too many at once; anything else is a failure.
                    if (error.data && error.data.httpStatus < 500 && error.data.httpStatus !== 429)
                      throw error
                    return false
                  },
                ),
            PATIENCE_MS,
          )
          done++
        }
      }
      const killing = (async () => {
        for (let kill = 1; kill <= FORM.kills; kill++) {
          const at = Math.floor((FORM.events * kill) / (FORM.kills + 1)) - random(10)
          await until(`${at} comments`, async () => done >= at, PATIENCE_MS)
          running.child.kill('SIGKILL')
          await running.ended
          await start()
        }
      })()
      await Promise.all([...writers.map(write), killing])

      const { db } = await openDb({ dataDir: folder.path, databaseUrl: env.DATABASE_URL ?? null })
      try {
        const kinds = ['tell', 'gather-mail', 'gather-push', 'letter', 'push'].map(
          (kind) => `notifications.${kind}`,
        )
        await until(
          'everything to be told',
          async () => {
            // Pushes that come together later come now: an hour has passed for them.
            await db
              .updateTable('rate_limit')
              .set({ window_ends_at: PAST })
              .where('key', 'like', 'push%')
              .execute()
            await db
              .updateTable('job')
              .set({ run_at: PAST })
              .where('kind', '=', 'notifications.gather-push')
              .execute()
            const jobs = await db.selectFrom('job').select('id').where('kind', 'in', kinds).execute()
            return jobs.length === 0
          },
          PATIENCE_MS,
        )
        const all = Array.from({ length: FORM.events }, (_, event) => `(event-${event})`).sort()
        const eventsIn = (text: string) => text.match(/\(event-\d+\)/g) ?? []

        const bell = await db
          .selectFrom('notification')
          .select('data')
          .where('user_id', '=', ada.user.id)
          .execute()
        const told = bell.map(({ data }) => (JSON.parse(data) as { commentId: string }).commentId)
        expect(told.sort()).toEqual([...comments].sort())

        const letters = readOutbox(folder.path).filter(
          ({ to, text }) => to === ada.user.email && text.includes('/unsubscribe?'),
        )
        const counts = letters.map(({ subject }) => Number(/^(\d+) notifications/.exec(subject)?.[1] ?? 1))
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(FORM.events)
        // A long letter writes out the first hundred.
        const written = letters.map(({ text }) => eventsIn(text))
        expect(written.map(({ length }) => length)).toEqual(counts.map((count) => Math.min(count, 100)))
        expect(new Set(written.flat()).size).toBe(written.flat().length)
        for (const event of written.flat()) expect(all).toContain(event)

        // One that was sent when the server died is sent again, and replaces the first on the screen: they are told apart by their tag.
        const pushes = service.pushed.map((pushed) => browser.read(pushed) as { tag: string; title: string })
        const shown = new Map(
          pushes.map(({ tag, title }) => [tag, Number(/^(\d+) new/.exec(title)?.[1] ?? 1)]),
        )
        expect([...shown.values()].reduce((sum, count) => sum + count, 0)).toBe(FORM.events)
        expect(pushes.length - shown.size).toBeLessThanOrEqual(4 * FORM.kills)
      } finally {
        await db.destroy()
        running!.child.kill('SIGTERM')
        await running!.ended
      }
    },
    PATIENCE_MS * 2,
  )
})
