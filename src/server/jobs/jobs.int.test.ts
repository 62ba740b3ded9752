import { until } from '@test/collab'
import { onEachDatabase, startTestServer, type TestServer } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Services } from '@/server/context'
import { examine } from '@/server/doctor/doctor'
import { newId } from '@/shared/ids'
import { claim, enqueue, finish, type JobKind, Turn } from './queue'
import { startWorker } from './worker'

onEachDatabase('jobs', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
  })
  afterAll(() => server?.close())
  const db = () => server.services.db
  const jobs = () => db().selectFrom('job').selectAll().execute()

  /** Jobs whose only work is a row that cannot be there twice. */
  const writing = (name: string): JobKind<{ key: string }> => ({
    name,
    lane: 'inside',
    payload: z.object({ key: z.string() }),
    attempts: 2,
    run: async (_services, { key }) => {
      return async (trx) => {
        await trx
          .insertInto('rate_limit')
          .values({ key, count: 1, window_ends_at: '9999-01-01T00:00:00.000Z' })
          .execute()
      }
    },
  })
  const written = async (prefix: string) =>
    (await db().selectFrom('rate_limit').select('key').where('key', 'like', `${prefix}%`).execute()).length
  /** A second server of the same database: its jobs alone. */
  async function another(): Promise<Services> {
    const id = newId()
    const until = new Date(Date.now() + 60_000).toISOString()
    await sql`insert into server (id, alive_until) values (${id}, ${until})`.execute(db())
    return { ...server.services, lease: { id, end: async () => undefined } }
  }
  const end = async (services: Services) => {
    await sql`delete from server where id = ${services.lease.id}`.execute(db())
  }

  test('of several workers exactly one does each job, and what is rolled back was never noted', async () => {
    const kind = writing('test.once')
    await db()
      .transaction()
      .execute(async (trx) => {
        for (let i = 0; i < 60; i++) await enqueue(trx, kind, { key: `once ${i}` })
      })
    await db()
      .transaction()
      .execute(async (trx) => {
        await enqueue(trx, kind, { key: 'once never' })
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    const others = [await another(), await another()]
    const stops = [server.services, ...others].map((services) => startWorker(services, [kind]))
    await until('all to be done', async () => (await jobs()).length === 0)
    await Promise.all(stops.map((stop) => stop()))
    expect(await written('once')).toBe(60)
    for (const other of others) await end(other)
  })

  test('a job of a server that was killed is begun again, and what that server still does counts for nothing', async () => {
    const kind = writing('test.killed')
    const [first, second] = [await another(), await another()]
    await enqueue(db(), kind, { key: 'killed' })
    const take = ({ lease }: Services) =>
      claim(db(), { owner: lease.id, kinds: [kind.name], count: 5, now: new Date() })
    const [taken] = await take(first)
    expect(taken?.attempts).toBe(1)
    // While its server runs, nobody else gets it.
    expect(await take(second)).toEqual([])
    await end(first)
    const [again] = await take(second)
    expect(again?.id).toBe(taken?.id)
    const settle = await kind.run(server.services, { key: 'killed' }, { id: '', createdAt: '' })
    expect(await finish(db(), taken!, settle)).toBe(false)
    expect(await finish(db(), again!, settle)).toBe(true)
    expect(await written('killed')).toBe(1)
    await end(second)
  })

  test('who waits for one job comes before people who wait for many, however many they are', async () => {
    const owner = server.services.lease.id
    const people = [await server.signUp(), await server.signUp(), await server.signUp()]
    const last = await server.signUp()
    const kind = { name: 'test.turns' }
    await db()
      .transaction()
      .execute(async (trx) => {
        for (const { user } of people)
          for (let count = 0; count < 5; count++) await enqueue(trx, kind, {}, { userId: user.id })
        await enqueue(trx, kind, {}, { userId: last.user.id, runAt: new Date(Date.now() + 1).toISOString() })
      })
    const now = new Date(Date.now() + 1_000)
    const taken = await claim(db(), { owner, kinds: [kind.name], count: 2, now })
    expect(taken.map((job) => job.user_id)).toContain(last.user.id)
    await db().deleteFrom('job').where('kind', '=', kind.name).execute()
  })

  test('where one is taken at a time, it is of the person who was served longest ago, and of nobody who is being served', async () => {
    const owner = server.services.lease.id
    const [many, few] = [await server.signUp(), await server.signUp()]
    const kind = { name: 'test.places' }
    const turn = new Turn()
    // After those of the other, however long it takes to write them down.
    const soon = new Date(Date.now() + 900).toISOString()
    for (let count = 0; count < 4; count++) await enqueue(db(), kind, {}, { userId: many.user.id })
    for (let count = 0; count < 2; count++)
      await enqueue(db(), kind, {}, { userId: few.user.id, runAt: soon })
    const take = async () => {
      const now = new Date(Date.now() + 1_000)
      const [job] = await claim(db(), { owner, kinds: [kind.name], count: 1, now, turn })
      return job?.user_id
    }
    expect([await take(), await take(), await take()]).toEqual([many.user.id, few.user.id, undefined])
    for (const { user } of [many, few]) turn.end(user.id)
    expect(await take()).toBe(many.user.id)
    turn.end(many.user.id)
    expect(await take()).toBe(few.user.id)
    turn.end(few.user.id)
    await db().deleteFrom('job').where('kind', '=', kind.name).execute()
  })

  test('R67 what is sent to slow devices of one person holds up nobody else’s pushes', async () => {
    const [slow, other] = [await server.signUp(), await server.signUp()]
    const devices = Promise.withResolvers<void>()
    const done: string[] = []
    const kind: JobKind<{ key: string }> = {
      ...writing('test.slow'),
      lane: 'push',
      async run(_services, { key }) {
        if (key === 'slow') await devices.promise
        return async () => {
          done.push(key)
          return undefined
        }
      },
    }
    for (let count = 0; count < 20; count++)
      await enqueue(db(), kind, { key: 'slow' }, { userId: slow.user.id })
    for (let count = 0; count < 3; count++)
      await enqueue(db(), kind, { key: 'other' }, { userId: other.user.id })
    const stop = startWorker(server.services, [kind])
    await until('the pushes of the other', () => done.length === 3)
    expect(new Set(done)).toEqual(new Set(['other']))
    devices.resolve()
    await until('all pushes', () => done.length === 23, 30_000)
    await stop()
  })

  test('a job that waits under its own name is not doubled, and runs as early as the earlier asked', async () => {
    const kind = writing('test.named')
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const times = [at(3), at(1), at(2)]
    for (const runAt of times) await enqueue(db(), kind, { key: 'named' }, { id: 'named', runAt })
    expect((await jobs()).map(({ run_at }) => run_at)).toEqual([times[1]])
    await db().deleteFrom('job').where('id', '=', 'named').execute()
  })

  test('a job that fails is tried again later, then given up; the doctor lists it and gives it another chance', async () => {
    let begun = 0
    const kind: JobKind<{ key: string }> = {
      ...writing('test.fails'),
      run: async () => {
        begun += 1
        throw new Error('the mail server does not answer')
      },
    }
    await enqueue(db(), kind, { key: 'fails' })
    const stop = startWorker(server.services, [kind])
    const only = async () => (await jobs())[0]
    await until('the first try', async () => (await only())?.last_error !== null)
    const waits = await only()
    expect(waits).toMatchObject({ attempts: 1, dead_at: null, lease_owner: null })
    expect(Date.parse(waits!.run_at) - Date.now()).toBeGreaterThan(1_000)
    await db().updateTable('job').set({ run_at: new Date().toISOString() }).execute()
    await until('it to be given up', async () => (await only())?.dead_at !== null)
    await stop()
    expect(begun).toBe(2)
    const findings = async (repair: boolean) =>
      (await examine({ db: db(), dialect: database.dialect }, { repair })).problems.flatMap((p) => p.findings)
    expect(await findings(true)).toMatchObject([
      { kind: 'dead-job', work: 'test.fails', attempts: 2, error: 'the mail server does not answer' },
    ])
    expect(await findings(false)).toEqual([])
    expect(await only()).toMatchObject({ attempts: 0, dead_at: null })
    await db().deleteFrom('job').execute()
  })
})
