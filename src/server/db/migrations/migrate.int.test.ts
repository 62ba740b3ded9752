import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase } from '@test/postgres'
import { makeProgram, type Program } from '@test/program'
import { onEachDatabase } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearPreparedPages } from '@/features/pages/server/prepared-pages'
import { connect, openDb } from '@/server/db/db'
import { migrations } from '@/server/db/migrations'
import { type Migration, migrate, NewerDatabaseError } from '@/server/db/migrations/migrate'

/** An empty place for a database of this kind, and how to clear it away. */
async function freshPlace(dialect: 'sqlite' | 'postgres') {
  const dataDir = mkdtempSync(join(tmpdir(), 'sheaf-migrate-'))
  const database = dialect === 'postgres' ? await freshDatabase() : null
  return {
    config: { dataDir, databaseUrl: database?.url ?? null },
    env: { DATA_DIR: dataDir, ...(database && { DATABASE_URL: database.url }) },
    async remove() {
      await database?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

onEachDatabase('migrations', ({ dialect }) => {
  let program: Program
  beforeAll(async () => {
    program = await makeProgram('test/migrate-child.ts')
  })
  afterAll(() => program?.remove())

  async function withPlace<T>(
    use: (place: Awaited<ReturnType<typeof freshPlace>>) => Promise<T>,
  ): Promise<T> {
    const place = await freshPlace(dialect)
    try {
      return await use(place)
    } finally {
      await place.remove()
    }
  }

  /** Tables with their columns, as the database itself describes them. */
  async function shapeOf(config: { dataDir: string; databaseUrl: string | null }) {
    const { db } = await openDb(config)
    const tables = await db.introspection.getTables()
    const rows = await sql<{ name: string }>`select name from schema_migration`.execute(db)
    await db.destroy()
    return {
      migrations: rows.rows,
      tables: tables
        .map(({ name, columns }) => ({
          name,
          columns: columns.map((column) => `${column.name} ${column.dataType}`).sort(),
        }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    }
  }

  test('R43 killed after any statement of a migration, the next start continues', {
    timeout: 240_000,
  }, async () => {
    const whole = await withPlace(async (place) => {
      const run = program.run([], place.env)
      expect(await run.ended, run.output()).toBe(0)
      return {
        statements: Number(/statements (\d+)/.exec(run.output())?.[1]),
        shape: await shapeOf(place.config),
      }
    })
    expect(whole.shape.migrations).toHaveLength(migrations.length)
    expect(whole.statements).toBeGreaterThan(20)
    // The first and last steps each, and the ones between in strides: every one is the same kind of moment.
    const points = Array.from({ length: whole.statements }, (_, index) => index + 1)
    const chosen = points.filter((point) => point <= 6 || point > whole.statements - 6 || point % 7 === 0)
    await inPairs(chosen, (point) =>
      withPlace(async (place) => {
        const run = program.run([], { ...place.env, KILL_AFTER: String(point) })
        await run.ended
        expect(run.child.signalCode, `statement ${point}`).toBe('SIGKILL')
        expect(await shapeOf(place.config), `statement ${point}`).toEqual(whole.shape)
      }),
    )
  })

  test('R43 a database of a newer version is refused in words and left as it is', () =>
    withPlace(async ({ config }) => {
      const newer: Migration = {
        name: '9999-from-the-future',
        up: async (db) => void (await db.schema.createTable('future').addColumn('id', 'text').execute()),
      }
      const { db } = await openDb(config)
      await migrate(db, dialect, [...migrations, newer])
      await db.destroy()
      await expect(openDb(config)).rejects.toThrow(NewerDatabaseError)
      await expect(openDb(config)).rejects.toThrow(
        /written by a newer version of Sheaf .*Nothing was changed/,
      )
      const { db: again } = connect(config)
      const tables = await again.introspection.getTables()
      await again.destroy()
      expect(tables.map(({ name }) => name)).toContain('future')
    }))

  test('R43 a step that fails leaves nothing of itself', () =>
    withPlace(async ({ config }) => {
      const { db } = await openDb(config)
      const broken: Migration = {
        name: '9998-broken',
        async up(trx) {
          await trx.schema.createTable('half').addColumn('id', 'text').execute()
          throw new Error('the step failed')
        },
      }
      await expect(migrate(db, dialect, [...migrations, broken])).rejects.toThrow('the step failed')
      const tables = await db.introspection.getTables()
      expect(tables.map(({ name }) => name)).not.toContain('half')
      await db.destroy()
      const again = await openDb(config)
      await again.db.destroy()
    }))

  // On SQLite the lock of the data folder has let only one process come this far.
  if (dialect === 'postgres') {
    test('R43 several starts at once migrate once', () =>
      withPlace(async ({ config }) => {
        const opened = await Promise.all(Array.from({ length: 4 }, () => openDb(config)))
        await Promise.all(opened.map(({ db }) => db.destroy()))
        expect((await shapeOf(config)).migrations).toHaveLength(migrations.length)
      }))
  }

  test('R68 before grants, the pages and stashes of a pod showed the files that they name; other pods get none', () =>
    withPlace(async ({ config }) => {
      const { db } = connect(config)
      const before = migrations.slice(
        0,
        migrations.findIndex(({ name }) => name === '0014-file-pages'),
      )
      await migrate(db, dialect, before)
      const at = new Date().toISOString()
      const id = (name: string) => name.padEnd(20, '0')
      for (const name of ['ada', 'eve']) {
        await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
          values (${id(name)}, ${name}, ${`${name}@example.org`}, 1, ${at}, ${at})`.execute(db)
        await sql`insert into pod (id, name, is_personal, created_by, created_at)
          values (${id(`${name}pod`)}, ${name}, 1, ${id(name)}, ${at})`.execute(db)
        await sql`insert into pod_member (pod_id, user_id, role, created_at)
          values (${id(`${name}pod`)}, ${id(name)}, 'owner', ${at})`.execute(db)
      }
      const page = (name: string, pod: string, content: string) =>
        sql`insert into document (id, pod_id, position, content_rich, created_by, created_at, updated_at)
          values (${id(name)}, ${id(pod)}, ${'a0'}, ${content}, ${id('ada')}, ${at}, ${at})`.execute(db)
      const naming = JSON.stringify([{ attributes: { url: `/api/files/${id('file')}/a.png` } }])
      await page('home', 'adapod', '[]')
      await page('beside', 'adapod', naming)
      await page('stranger', 'evepod', naming)
      await sql`insert into file (id, document_id, pod_id, name, name_folded, type, size, state, created_at)
        values (${id('file')}, ${id('home')}, ${id('adapod')}, 'a', 'a', 'image/png', 1, 'ready', ${at})`.execute(
        db,
      )
      for (const name of ['ada', 'eve'])
        await sql`insert into stash (id, user_id, blocks, words, size, from_path, from_title, created_at)
          values (${id(`${name}stash`)}, ${id(name)}, ${naming}, '', 1, '', '', ${at})`.execute(db)
      await migrate(db, dialect)
      const shown = await db.selectFrom('file_page').select('document_id').where('is_shown', '=', 1).execute()
      expect(shown.map(({ document_id }) => document_id).sort()).toEqual([id('beside'), id('home')])
      const stashed = await db.selectFrom('file_stash').select('stash_id').execute()
      expect(stashed.map(({ stash_id }) => stash_id)).toEqual([id('adastash')])
      await db.destroy()
    }))

  test('R43 pages of an import that a killed older version left in the trash stay hidden, and are cleared away', () =>
    withPlace(async ({ config }) => {
      const { db } = connect(config)
      const at = '2026-01-31T09:00:00.000Z'
      const until = migrations.findIndex(({ name }) => name === '0016-prepared-pages')
      await migrate(db, dialect, migrations.slice(0, until))
      await sql`insert into pod (id, name, created_by, created_at) values ('pod', 'Pod', 'ada', ${at})`.execute(
        db,
      )
      for (const [id, root] of [
        ['left', 'batch-one'],
        ['inside', 'batch-one'],
        ['trashed', 'trashed'],
        ['page', null],
      ])
        await sql`insert into document (id, pod_id, position, archived_at, archived_root, created_by, created_at, updated_at)
          values (${id}, 'pod', 'a0', ${root && at}, ${root}, 'ada', ${at}, ${at})`.execute(db)
      await migrate(db, dialect)
      const hidden = await db.selectFrom('prepared_page').select('document_id').execute()
      expect(hidden.map(({ document_id }) => document_id).sort()).toEqual(['inside', 'left'])
      expect(await clearPreparedPages(db)).toBe(2)
      const left = await db.selectFrom('document').select('id').execute()
      expect(left.map(({ id }) => id).sort()).toEqual(['page', 'trashed'])
      await db.destroy()
    }))

  test('order keys and ids sort by their bytes', () =>
    withPlace(async ({ config }) => {
      const { db } = await openDb(config)
      const ids = ['a', 'B', 'Zz', 'a0', 'é', '_', '~']
      await db
        .insertInto('rate_limit')
        .values(ids.map((key) => ({ key, count: 1, window_ends_at: '' })))
        .execute()
      const rows = await db.selectFrom('rate_limit').select('key').orderBy('key').execute()
      expect(rows.map(({ key }) => key)).toEqual([...ids].sort())
      await db.destroy()
    }))
})

async function inPairs<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await run(item)
  }
  await Promise.all([worker(), worker()])
}
