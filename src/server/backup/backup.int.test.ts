import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { freshDatabase } from '@test/postgres'
import { makeProgram, type Program } from '@test/program'
import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { symmetricEncrypt } from 'better-auth/crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { authSecret } from '@/server/auth-secret'
import { connect, openDb } from '@/server/db/db'
import { migrations } from '@/server/db/migrations'
import { migrate } from '@/server/db/migrations/migrate'
import { openFileStore } from '@/server/files/disk-store'
import { newId } from '@/shared/ids'
import { type BackupSummary, countRow, lineOf, readLines, rowOf } from './format'
import { restoreBackup } from './restore-backup'
import { writeBackup } from './write-backup'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Place = Parameters<typeof connect>[0]
const sqlitePlace = (): Place => ({ dataDir: mkdtempSync(join(folder, 'data-')), databaseUrl: null })

async function hashOf(place: Place): Promise<string> {
  const database = connect(place)
  try {
    return (await writeBackup(database, openFileStore(place), join(folder, 'hash.sheaf'))).hash
  } finally {
    await database.db.destroy()
  }
}

async function restoreInto(place: Place, file: string, options?: { force: boolean }) {
  const database = connect(place)
  try {
    return await restoreBackup(database, openFileStore(place), file, options)
  } finally {
    await database.db.destroy()
  }
}

/** Writes `file` again as the first version would have: with its tables and their columns alone. */
async function writeAsFirstVersion(file: string, target: string): Promise<BackupSummary> {
  const first = migrations.slice(0, 1)
  const { db, dialect } = connect(sqlitePlace())
  await migrate(db, dialect, first)
  const tables = await db.introspection.getTables()
  await db.destroy()
  const columns = new Map(tables.map((table) => [table.name, new Set(table.columns.map(({ name }) => name))]))

  const summary: BackupSummary = { rows: 0, files: 0, hash: '' }
  const hash = createHash('sha256')
  const lines: string[] = []
  let known: Set<string> | undefined
  let table = ''
  for await (const { value } of readLines(file)) {
    if ('migrations' in value)
      lines.push(JSON.stringify({ ...value, migrations: first.map(({ name }) => name) }))
    else if (typeof value.$table === 'string') {
      table = value.$table
      known = columns.get(table)
      if (known) lines.push(JSON.stringify(value))
    } else if ('$end' in value) {
      const { rows, files } = summary
      lines.push(JSON.stringify({ $end: true, rows, files, sha256: hash.digest('hex') }))
    } else if (known) {
      const line = lineOf(
        Object.fromEntries(Object.entries(rowOf(value)).filter(([name]) => known?.has(name))),
      )
      countRow(summary, hash, table, line)
      lines.push(line)
    }
  }
  writeFileSync(target, gzipSync(`${lines.join('\n')}\n`))
  return summary
}

/** A request of the protocol of uploads in parts. */
const ask = (
  { url }: TestServer,
  { cookie }: TestPerson,
  method: string,
  path: string,
  body?: Buffer,
  more: number | Record<string, string> = {},
) =>
  fetch(url + path, {
    method,
    headers: {
      'tus-resumable': '1.0.0',
      origin: url,
      cookie,
      ...(typeof more === 'number'
        ? { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(more) }
        : more),
    },
    ...(body && { body: new Uint8Array(body) }),
  })

onEachDatabase('backup of a running server', (database) => {
  let server: TestServer
  let ada: TestPerson
  let place: Place
  const dropAll: (() => Promise<void>)[] = []

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp('ada@example.org')
    place = server.services.config
  })
  afterAll(async () => {
    await server?.close()
    for (const drop of dropAll) await drop()
  })

  test('R44 a backup made while people write is one moment, and comes back equal by hash on either database', async () => {
    const { db } = server.services
    let writing = true
    let written = 0
    const write = async () => {
      while (writing) {
        written += 1
        const { id } = await server.rpc(ada.cookie).document.create.mutate({ title: `Page ${written}` })
        const now = new Date().toISOString()
        // The backup reads in this process too: leave it some of the time.
        await new Promise((resolve) => setTimeout(resolve, 10))
        // Two rows in one transaction: a backup that shows one without the other is not one moment.
        await db.transaction().execute(async (transaction) => {
          await transaction
            .insertInto('visit')
            .values({ user_id: ada.user.id, document_id: id, visited_at: now })
            .onConflict((c) => c.doNothing())
            .execute()
          await transaction
            .insertInto('favorite')
            .values({ user_id: ada.user.id, document_id: id, created_at: now })
            .execute()
        })
      }
    }
    const writers = [write(), write(), write()]
    const file = join(folder, `${database.dialect}.sheaf`)
    const outside = connect(place)
    await vi.waitUntil(() => written >= 12, { timeout: 30_000 })
    const before = written
    const made = []
    for (let round = 0; round < 2; round += 1) {
      const { missing, ...summary } = await writeBackup(outside, openFileStore(place), file)
      expect(missing).toEqual([])
      made.push(summary)
      const sofar = written
      await vi.waitUntil(() => written > sofar, { timeout: 30_000 })
    }
    writing = false
    await Promise.all(writers)
    await outside.db.destroy()
    expect(written).toBeGreaterThan(before)
    const summary = made.at(-1)
    expect(summary?.rows).toBeGreaterThan(10)

    const postgres = await freshDatabase()
    dropAll.push(postgres.drop)
    for (const target of [sqlitePlace(), { ...sqlitePlace(), databaseUrl: postgres.url }]) {
      expect(await restoreInto(target, file)).toEqual(summary)
      expect(await hashOf(target)).toBe(summary?.hash)
      const restored = connect(target)
      const count = async (table: 'visit' | 'favorite') =>
        (
          await restored.db
            .selectFrom(table)
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
        ).n
      expect(await count('favorite')).toBeGreaterThan(0)
      expect(await count('visit')).toBe(await count('favorite'))
      await restored.db.destroy()
    }
  })

  test('R44 a restored database is a working one: people sign in, pages open, and new edits are numbered on', async () => {
    const page = await server.rpc(ada.cookie).document.create.mutate({
      title: 'Kept',
      contentRich: [{ id: 'abc123abc123', kind: 'paragraph', text: [{ text: 'every word' }] }],
    })
    const half = Buffer.from('half of what is sent, and ')
    const begun = await ask(server, ada, 'POST', `/api/uploads?name=film.bin&page=${page.id}`, undefined, {
      'upload-length': String(2 * half.byteLength),
    })
    const halfSent = begun.headers.get('location')!
    expect((await ask(server, ada, 'PATCH', halfSent, half, 0)).status).toBe(204)

    const file = join(folder, `${database.dialect}-working.sheaf`)
    const outside = connect(place)
    await writeBackup(outside, openFileStore(place), file)
    await outside.db.destroy()
    const target = await freshDatabase()
    dropAll.push(target.drop)
    const env: Record<string, string> = database.dialect === 'sqlite' ? { DATABASE_URL: target.url } : {}
    const other = await startTestServer({ env })
    try {
      await restoreInto(other.services.config, file, { force: true })
      const again = await other.signUp('ada@example.org')
      expect(again.user.id).toBe(ada.user.id)
      const restored = await other.rpc(again.cookie).document.document.query({ id: page.id })
      expect(JSON.stringify(restored)).toContain('every word')
      await other.rpc(again.cookie).document.update.mutate({ id: page.id, title: 'Changed' })
      expect(await other.rpc(again.cookie).document.document.query({ id: page.id })).toMatchObject({
        title: 'Changed',
      })
      // A file of which half had come goes on from there, and is whole.
      const goesOn = await ask(other, again, 'HEAD', halfSent)
      expect(goesOn.headers.get('upload-offset')).toBe(String(half.byteLength))
      expect((await ask(other, again, 'PATCH', halfSent, half, half.byteLength)).status).toBe(204)
      const whole = await ask(other, again, 'GET', halfSent.replace('/uploads/', '/files/'))
      const { url } = (await whole.json()) as { url: string }
      expect(await (await ask(other, again, 'GET', url)).text()).toBe(half.toString().repeat(2))
    } finally {
      await other.close()
    }
  })
})

describe('backup files', () => {
  const file = join(folder, 'small.sheaf')
  beforeAll(async () => {
    const place = sqlitePlace()
    const { db, dialect } = await openDb(place)
    const now = new Date().toISOString()
    const users = Array.from({ length: 1_200 }, (_, index) => ({
      id: `user${index}`,
      name: 'Ünïcode "quoted"\n\u2028',
      email: `${index}@example.org`,
      emailVerified: 1,
      createdAt: now,
      updatedAt: now,
    }))
    for (const user of users) await db.insertInto('user').values(user).execute()
    await writeBackup({ db, dialect }, openFileStore(place), file)
    await db.destroy()
  })

  test('R44 the file is for its owner alone', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('R44 where there is no room nothing is left of a backup, and the reason is said', async () => {
    const place = sqlitePlace()
    const database = await openDb(place)
    const full = join(folder, 'full.sheaf')
    const spare = Number.MAX_SAFE_INTEGER
    await expect(writeBackup(database, openFileStore(place), full, { spare })).rejects.toThrow(
      `There is no room for the backup on the disk of ${full}.`,
    )
    expect([full, `${full}.part`].filter((file) => existsSync(file))).toEqual([])
    await database.db.destroy()
  })

  test('R44 a target that holds something is refused, unless it is forced', async () => {
    const place = sqlitePlace()
    const { hash } = await restoreInto(place, file)
    await expect(restoreInto(place, file)).rejects.toThrow(/already holds data/)
    expect(await restoreInto(place, file, { force: true })).toMatchObject({ hash })
    expect(await hashOf(place)).toBe(hash)
  })

  test('R44 a backup of an older version comes back into the tables of this one', async () => {
    const old = join(folder, 'old.sheaf')
    const { rows } = await writeAsFirstVersion(file, old)
    const postgres = await freshDatabase()
    try {
      const hashes: string[] = []
      for (const place of [sqlitePlace(), { ...sqlitePlace(), databaseUrl: postgres.url }]) {
        expect(await restoreInto(place, old)).toMatchObject({ rows })
        const { db } = connect(place)
        const people = await db.selectFrom('user').selectAll().orderBy('id').execute()
        expect(people).toHaveLength(1_200)
        // What is newer than the backup is as in an account that has never used it.
        expect(people[0]).toMatchObject({ id: 'user0', email: '0@example.org', language: null })
        await db.destroy()
        hashes.push(await hashOf(place))
      }
      expect(hashes[0]).toBe(hashes[1])
    } finally {
      await postgres.drop()
    }
  })

  test('R44 a cut-off, changed or foreign file is refused in words and nothing is restored', async () => {
    const bytes = readFileSync(file)
    const lines = gunzipSync(bytes).toString().split('\n')
    const bad: [string, Buffer | string, RegExp][] = [
      ['cut', bytes.subarray(0, bytes.length - 100), /cut off/],
      ['cut at a line', gzipSync(lines.slice(0, -2).join('\n')), /cut off/],
      ['flipped', flipped(bytes), /damaged/],
      ['changed', gzipSync(lines.join('\n').replace('"user7"', '"user8888"')), /damaged/],
      ['row lost', gzipSync([...lines.slice(0, 5), ...lines.slice(6)].join('\n')), /damaged/],
      ['empty', '', /cut off|not a backup/],
      ['text', 'hello', /damaged, or is not a backup/],
      ['other gzip', gzipSync('{"format":"other"}\n'), /not a backup/],
      ['newer', gzipSync(lines.join('\n').replace('"version":1', '"version":2')), /newer version/],
      ['newer steps', gzipSync(lines.join('\n').replace('0001-workspace', '9999-future')), /newer version/],
    ]
    for (const [name, content, words] of bad) {
      const place = sqlitePlace()
      const damaged = join(folder, 'bad.sheaf')
      writeFileSync(damaged, content)
      await expect(restoreInto(place, damaged), name).rejects.toThrow(words)
      const { db } = await openDb(place)
      expect(await db.selectFrom('user').selectAll().execute(), name).toEqual([])
      await db.destroy()
    }
    await expect(restoreInto(sqlitePlace(), join(folder, 'none.sheaf'))).rejects.toThrow(/There is no file/)
  })
})

describe('the backup commands', () => {
  let program: Program
  let server: TestServer
  beforeAll(async () => {
    program = await makeProgram('src/server/backup-cli.ts')
    server = await startTestServer()
    await server.signUp('ada@example.org')
  })
  afterAll(async () => {
    await server?.close()
    program?.remove()
  })

  const run = async (args: string[], dataDir: string) => {
    const running = program.run(args, { DATA_DIR: dataDir })
    return { code: await running.ended, output: running.output() }
  }

  test('R44 backup runs beside the server; restore refuses its folder and fills another', async () => {
    const { dataDir } = server.services.config
    const file = join(folder, 'cli.sheaf')
    const backup = await run(['backup', file], dataDir)
    expect(backup).toMatchObject({ code: 0 })
    const hash = /content: (\w{64})/.exec(backup.output)?.[1]
    const refused = await run(['restore', file, '--force'], dataDir)
    expect(refused.code).toBe(1)
    expect(refused.output).toContain(`in use by another Sheaf: process ${process.pid} `)
    const target = mkdtempSync(join(folder, 'cli-'))
    const restored = await run(['restore', file], target)
    expect(restored.code, restored.output).toBe(0)
    expect(restored.output).toContain(hash)
    expect((await run(['restore', file], target)).output).toContain('already holds data')
    truncateSync(file, statSync(file).size - 10)
    const cut = await run(['restore', file, '--force'], target)
    expect(cut.code).toBe(1)
    expect(cut.output).toContain('cut off')
    expect(await hashOf({ dataDir: target, databaseUrl: null })).toBe(hash)
  })

  test('R44 restore says when the secret is another than that of the second factors, and is silent when it is theirs', async () => {
    const { db, config } = server.services
    const { id } = await db.selectFrom('user').select('id').executeTakeFirstOrThrow()
    const secret = await symmetricEncrypt({ key: authSecret(config), data: 'JBSWY3DPEHPK3PXP' })
    await db
      .insertInto('two_factor')
      .values({ id: newId(), userId: id, secret, backupCodes: secret })
      .execute()
    const file = join(folder, 'secret.sheaf')
    expect((await run(['backup', file], config.dataDir)).code).toBe(0)
    const words = 'The secret of this installation is another than that of the backup'
    const other = await run(['restore', file], mkdtempSync(join(folder, 'other-')))
    expect(other).toMatchObject({ code: 0, output: expect.stringContaining(words) })
    const same = mkdtempSync(join(folder, 'same-'))
    copyFileSync(join(config.dataDir, 'auth-secret'), join(same, 'auth-secret'))
    const restored = await run(['restore', file], same)
    expect(restored).toMatchObject({ code: 0, output: expect.not.stringContaining(words) })
  })

  test('wrong words get the usage, an empty folder a reason', async () => {
    expect(await run([], folder)).toMatchObject({
      code: 1,
      output: expect.stringContaining('npm run backup -- FILE'),
    })
    expect((await run(['backup', 'a', '--force'], folder)).code).toBe(1)
    const empty = await run(['backup', join(folder, 'x.sheaf')], mkdtempSync(join(folder, 'empty-')))
    expect(empty.code).toBe(1)
    expect(empty.output).toContain('nothing to back up')
  })
})

/** One bit changed in the middle. */
function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const middle = Math.floor(copy.length / 2)
  copy[middle] = (copy[middle] ?? 0) ^ 0x10
  return copy
}
