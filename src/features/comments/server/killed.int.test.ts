import { storedDoc, temporaryFolder } from '@test/collab'
import { makeProgram, type Program, type RunningProgram } from '@test/program'
import { codeFor, cookieOf, onEachDatabase } from '@test/server'
import { createTRPCClient, httpLink } from '@trpc/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { suggestionsOf } from '@/document'
import { type Db, openDb } from '@/server/db/db'
import type { AppRouter } from '@/server/router'
import { newId } from '@/shared/ids'

const KILLS = 6
/** Discussions that are begun at once, and how many of those that stand are deleted meanwhile. */
const BEGUN = 12
const DELETED = 4

onEachDatabase('discussions and a server that is killed', (database) => {
  const folder = temporaryFolder()
  let program: Program
  let db: Db
  let running: RunningProgram
  let url = ''
  let port = '0'

  async function start(): Promise<void> {
    running = program.run([], { ...database.env, PORT: port, DATA_DIR: folder.path })
    await running.printed('running at')
    url = /running at (\S+)/.exec(running.output())?.[1] ?? ''
    // The same address again, so that it is still the browser's own.
    port = new URL(url).port
  }
  async function kill(): Promise<void> {
    running.child.kill('SIGKILL')
    await running.ended
  }
  beforeAll(async () => {
    program = await makeProgram('src/server/main.ts')
    await start()
    db = (await openDb({ dataDir: folder.path, databaseUrl: database.env.DATABASE_URL ?? null })).db
  }, 120_000)
  afterAll(async () => {
    await kill()
    await db?.destroy()
    program?.remove()
    folder.remove()
  })

  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body),
    })
  async function signUp(): Promise<string> {
    const email = 'ada@example.org'
    await post('/api/auth/send-verification', { email })
    return cookieOf(
      await post('/api/auth/verify-email', { email, code: await codeFor(folder.path, email, 0) }),
    )
  }
  /** Calls one at a time, each in a request of its own, so that they are under way at once. */
  const rpc = (cookie: string) =>
    createTRPCClient<AppRouter>({
      links: [httpLink({ url: `${url}/api/trpc`, headers: { origin: url, cookie } })],
    })

  it('4.12 kill -9 between a discussion and its anchor, and while it is deleted: both are there or neither, and what is sent again is there once', {
    timeout: 600_000,
  }, async () => {
    const cookie = await signUp()
    const { id: documentId } = await rpc(cookie).document.create.mutate({
      title: 'Plan',
      contentRich: [{ id: 'b', kind: 'paragraph', text: [{ text: 'One two three' }] }],
    })
    const text = (await storedDoc(db, documentId)).getText('text')
    let item = text._start
    while (item && !(item.countable && item.length > 5)) item = item.right
    const ranges = [{ client: item!.id.client, clock: item!.id.clock, length: 3 }]
    const begin = (one: { id: string; commentId: string }) =>
      rpc(cookie).comment.createDiscussion.mutate({
        ...one,
        documentId,
        kind: 'text',
        ranges,
        contentRich: {
          type: 'doc',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Why?' }] }],
        },
      })
    const standing = new Map<string, string>()
    for (let round = 0; round < KILLS; round++) {
      await db.deleteFrom('rate_limit').execute()
      const begun = Array.from({ length: BEGUN }, () => ({ id: newId(), commentId: newId() }))
      const deleted = [...standing].slice(0, DELETED)
      const answered: string[] = []
      const calls = [
        ...begun.map(async (one) => begin(one).then(() => void answered.push(one.id))),
        ...deleted.map(async ([id, commentId]) =>
          rpc(cookie)
            .comment.deleteComment.mutate({ id: commentId })
            .then(() => void answered.push(id)),
        ),
      ]
      // Each time after another number of answers, so that the others are at every step.
      const enough = (round * 3) % (BEGUN + DELETED)
      await Promise.race([Promise.allSettled(calls), reached(() => answered.length >= enough)])
      await kill()
      await Promise.allSettled(calls)
      const check = async (told: string) => {
        const rows = await db
          .selectFrom('discussion')
          .select(['id', 'removed_at', 'is_waiting'])
          .where('document_id', '=', documentId)
          .execute()
        const anchors = new Set(
          [...suggestionsOf(await storedDoc(db, documentId)).keys()].flatMap((key) =>
            key.startsWith('@ ') ? [key.split(' ')[1] as string] : [],
          ),
        )
        const there = rows.filter(({ removed_at }) => removed_at === null)
        expect(
          there.filter(({ is_waiting }) => is_waiting === 1),
          `${told}: waiting`,
        ).toEqual([])
        expect([...anchors].sort(), `${told}: anchors and rows`).toEqual(there.map(({ id }) => id).sort())
        return new Set(there.map(({ id }) => id))
      }
      const kept = await check(`kill ${round}`)
      for (const { id } of begun) if (answered.includes(id)) expect(kept.has(id), `begun ${id}`).toBe(true)
      for (const [id] of deleted) if (answered.includes(id)) expect(kept.has(id), `deleted ${id}`).toBe(false)
      await start()
      await db.deleteFrom('rate_limit').execute()
      for (const one of begun) await begin(one)
      const after = await check(`after start ${round}`)
      for (const [id] of deleted) if (!after.has(id)) standing.delete(id)
      for (const { id, commentId } of begun) {
        expect(after.has(id)).toBe(true)
        standing.set(id, commentId)
      }
      expect(after.size).toBe(standing.size)
      const { count } = await db
        .selectFrom('comment')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('discussion_id', 'in', [...after])
        .executeTakeFirstOrThrow()
      expect(Number(count)).toBe(after.size)
    }
  })
})

/** Resolves once it is so. */
const reached = (isSo: () => boolean) =>
  new Promise<void>((resolve) => {
    const look = () => (isSo() ? resolve() : void setTimeout(look, 2))
    look()
  })
