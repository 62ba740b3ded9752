import { randomBytes } from 'node:crypto'
import { closeSync, fstatSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { storedText, temporaryFolder, until } from '@test/collab'
import { addPage, startCollabHost } from '@test/collab-host'
import { crowdedUpdate } from '@test/crowded-update'
import { makeProgram, type Program } from '@test/program'
import { onEachDatabase } from '@test/server'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { applyBlocks, createPageDoc, setTitle, settledBlocks } from '@/document'
import { loadPage } from '@/server/collab/load-page'
import { projectPage } from '@/server/collab/page-store'
import { projectionOf } from '@/server/collab/projection'
import { readConfig } from '@/server/config'
import { connect, type OpenDatabase, openDb, sqlitePath } from '@/server/db/db'
import { createLog } from '@/server/log'
import { startServer } from '@/server/server'
import { examine, isSound } from './doctor'

const LONG_AGO = '2026-01-31T09:00:00.000Z'
const GARBAGE = new Uint8Array([255, 254, 253, 1, 2, 3])

/** The edits that make a page with this title and these words, one update each. */
function edits(title: string, words: string[]): Uint8Array[] {
  const doc = createPageDoc()
  const made: Uint8Array[] = []
  doc.on('update', (update: Uint8Array) => made.push(update))
  setTitle(doc, title)
  words.forEach((_, i) => {
    const text = words.slice(0, i + 1)
    applyBlocks(
      doc,
      text.map((word, n) => ({ id: `block${n}`, kind: 'paragraph', text: [{ text: word }] })),
    )
  })
  return made
}

onEachDatabase('the doctor', (place) => {
  const folder = temporaryFolder()
  let database: OpenDatabase
  let page: string

  const config = () => ({ dataDir: folder.path, databaseUrl: place.env.DATABASE_URL ?? null })
  const findings = async () => {
    const { problems, waiting } = await examine(database)
    return [...problems, ...waiting].flatMap((problem) => problem.findings)
  }
  const kinds = async () => (await findings()).map(({ kind }) => kind)
  /** Repairs, and looks again: nothing may differ then. Gives what was said about it. */
  const repair = async () => {
    const report = await examine(database, { repair: true })
    expect(report.problems.length).toBeGreaterThan(0)
    expect(isSound(report), JSON.stringify(report.problems)).toBe(true)
    expect(await findings()).toEqual([])
    return report.problems.flatMap((problem) => problem.repair?.done ?? []).join('\n')
  }
  const append = async (updates: Uint8Array[], documentId = page, created_at = LONG_AGO) => {
    for (const data of updates) {
      await database.db
        .insertInto('document_update')
        .values({ document_id: documentId, user_id: 'ada', data, created_at })
        .execute()
    }
  }
  const setPage = (values: Record<string, string | number>) =>
    database.db.updateTable('document').set(values).where('id', '=', page).execute()
  const row = () =>
    database.db.selectFrom('document').selectAll().where('id', '=', page).executeTakeFirstOrThrow()
  const putAside = () =>
    database.db.selectFrom('document_quarantine').selectAll().where('document_id', '=', page).execute()
  const content = async () => {
    const doc = createPageDoc()
    await loadPage(database.db, page, doc, createLog('silent'))
    return settledBlocks(doc).map(({ text }) =>
      (text ?? []).map((piece) => 'text' in piece && piece.text).join(''),
    )
  }
  /** A page as a server leaves it: folded and projected. */
  const fold = async () => {
    const host = await startCollabHost({ ...config(), keepMs: 0 })
    await host.collab.live.read(page, () => undefined)
    await host.close()
    await setPage({ updated_at: LONG_AGO })
  }

  beforeAll(async () => {
    database = await openDb(config())
  })
  afterAll(async () => {
    await database?.db.destroy()
    folder.remove()
  })
  beforeEach(async () => {
    page = await addPage(database.db)
    await setPage({ updated_at: LONG_AGO })
  })
  afterEach(async () => {
    await database.db.deleteFrom('document').execute()
    await database.db.deleteFrom('document_quarantine').execute()
  })

  test('a sound store: nothing differs, whether a page is empty, in the log, folded or both', async () => {
    for (const state of ['empty', 'logged', 'folded', 'both']) {
      page = await addPage(database.db)
      const made = edits(state, ['one', 'two', 'three'])
      if (state === 'logged' || state === 'folded') await append(made)
      if (state === 'both') await append(made.slice(0, 2))
      await fold()
      if (state === 'logged') {
        await database.db.deleteFrom('document_snapshot').where('document_id', '=', page).execute()
        await append(made)
      }
      if (state === 'both') {
        await append(made.slice(2))
        await setPage({ content_rich: JSON.stringify(blocksOfEdits(made)), plain_text: 'one\ntwo\nthree' })
        await setPage({ word_count: 3 })
      }
    }
    const report = await examine(database)
    expect(report.problems).toEqual([])
    expect(report).toMatchObject({ pages: 5, inUse: 0 })
    expect(isSound(report)).toBe(true)
  })

  test('projections that are behind, changed or missing are written again from the page', async () => {
    await append(edits('Tea', ['pour', 'slowly']))
    await fold()
    const right = await row()
    await setPage({ title: 'Coffee' })
    expect(await findings()).toMatchObject([
      {
        kind: 'projection',
        differences: [{ column: 'title', stored: '"Coffee"', document: '"Tea"' }],
      },
    ])
    await repair()
    await setPage({ title: '', content_rich: '[]', plain_text: '', word_count: 0 })
    expect(await findings()).toMatchObject([
      {
        differences: [
          { column: 'title' },
          { column: 'content_rich' },
          { column: 'plain_text' },
          { column: 'word_count' },
        ],
      },
    ])
    await repair()
    expect(await row()).toEqual(right)
    expect(await putAside()).toEqual([])
  })

  test('a page that was killed between the append and its projection', async () => {
    await append(edits('Tea', ['pour']))
    expect(await kinds()).toEqual(['projection'])
    await repair()
    expect(await row()).toMatchObject({ title: 'Tea', plain_text: 'pour', word_count: 1 })
  })

  test('an edit that cannot be read is put aside byte for byte, and the rest of the page stays', async () => {
    const [title = GARBAGE, ...rest] = edits('Tea', ['pour', 'slowly'])
    await append([title, GARBAGE, ...rest, rest.at(-1)?.subarray(0, 9) ?? GARBAGE])
    const found = await findings()
    expect(found.slice(0, 2)).toMatchObject([
      { kind: 'unreadable-edit', bytes: GARBAGE.byteLength, by: 'ada', madeAt: LONG_AGO },
      { kind: 'unreadable-edit', bytes: 9 },
    ])
    const words = await repair()
    expect(words).toMatch(/edit \d+ was put aside: the 6 bytes in it are not in the page/)
    expect(await content()).toEqual(['pour', 'slowly'])
    expect((await putAside()).map(({ kind, data, user_id }) => [kind, [...data], user_id])).toEqual([
      ['edit', [...GARBAGE], 'ada'],
      ['edit', [...(rest.at(-1) ?? [])].slice(0, 9), 'ada'],
    ])
  })

  test('edits whose base is lost: the gap is named, they are put aside', async () => {
    const made = edits('Tea', ['pour', 'very', 'slowly'])
    await append(made.filter((_, i) => i !== 2))
    const gap = (await findings()).find(({ kind }) => kind === 'missing-edits')
    expect(gap).toMatchObject({ gaps: [{ client: expect.any(Number), from: expect.any(Number) }] })
    const words = await repair()
    expect(words).toMatch(/\d+ bytes of edits that wait for missing ones were put aside/)
    expect(await content()).toEqual(['pour'])
    const [kept] = await putAside()
    expect(kept?.kind).toBe('waiting')
    // What is kept is still good: with the missing edit it makes the page whole.
    expect(blocksOfEdits([...made.slice(0, 3), kept?.data ?? GARBAGE])).toHaveLength(3)
  })

  test('a snapshot that cannot be read: the page comes back as lists showed it', async () => {
    const made = edits('Tea', ['pour', 'slowly', 'later'])
    await append(made.slice(0, 3))
    await fold()
    await append(made.slice(3))
    const broken = new Uint8Array([9, 9, 9])
    await database.db
      .updateTable('document_snapshot')
      .set({ state: broken })
      .where('document_id', '=', page)
      .execute()
    expect(await findings()).toMatchObject([{ kind: 'unreadable-snapshot', bytes: 3 }])
    const words = await repair()
    expect(words).toContain('the snapshot of 3 bytes was put aside')
    expect(words).toContain('1 edit that build on it were put aside as well')
    expect(words).toContain('the page was made again from what lists showed (2 words')
    expect(await content()).toEqual(['pour', 'slowly'])
    expect((await row()).title).toBe('Tea')
    expect((await putAside()).map(({ kind, data }) => [kind, data.byteLength])).toEqual([
      ['snapshot', 3],
      ['edit', made.at(-1)?.byteLength],
    ])
  })

  test('a snapshot in which the disk has changed a single bit is not taken for the page', async () => {
    const lines = Array.from({ length: 40 }, (_, i) => `step ${i} of pouring tea slowly`)
    await append(edits('Tea', lines))
    await fold()
    const stored = () => database.db.selectFrom('document_snapshot').where('document_id', '=', page)
    const { state } = await stored().select('state').executeTakeFirstOrThrow()
    const changed = Uint8Array.from(state)
    const middle = Math.floor(changed.byteLength / 2)
    changed[middle] = (changed[middle] as number) ^ 1
    await database.db
      .updateTable('document_snapshot')
      .set({ state: changed })
      .where('document_id', '=', page)
      .execute()
    expect(await kinds()).toContain('unreadable-snapshot')
    await repair()
    expect(await content()).toEqual(lines)
    expect((await putAside()).map(({ kind, data }) => [kind, data.byteLength])).toEqual([
      ['snapshot', changed.byteLength],
    ])
  })

  test('a snapshot that has become empty does not take along what lists show', async () => {
    await append(edits('Tea', ['pour', 'slowly']))
    await fold()
    const before = await row()
    await database.db
      .updateTable('document_snapshot')
      .set({ state: new Uint8Array([0, 0]) })
      .where('document_id', '=', page)
      .execute()
    expect(await kinds()).toEqual(['projection'])
    expect(await repair()).toContain('lists showed 2 words and the page holds 0')
    const [kept] = await putAside()
    expect(Buffer.from(kept?.data ?? []).toString()).toBe(before.content_rich)
  })

  test('a page that lists show and that has neither log nor snapshot is made again', async () => {
    await append(edits('Tea', ['pour', 'slowly']))
    await fold()
    await database.db.deleteFrom('document_snapshot').where('document_id', '=', page).execute()
    expect(await findings()).toEqual([{ kind: 'no-content', words: 2 }])
    await repair()
    expect(await content()).toEqual(['pour', 'slowly'])
    expect(await storedText(database.db, page)).toBe('Tea')
  })

  test('blocks that are no blocks are put aside when the page has nothing else', async () => {
    await setPage({ title: 'Tea', content_rich: '[{"id":"a","kind":"par' })
    await repair()
    const [kept] = await putAside()
    expect(Buffer.from(kept?.data ?? []).toString()).toBe('[{"id":"a","kind":"par')
    expect(await storedText(database.db, page)).toBe('Tea')
  })

  test('rows that the snapshot holds already are cleared away', async () => {
    const made = edits('Tea', ['pour'])
    await append(made)
    const rows = await database.db
      .selectFrom('document_update')
      .selectAll()
      .where('document_id', '=', page)
      .execute()
    await fold()
    await database.db.insertInto('document_update').values(rows).execute()
    expect(await findings()).toEqual([{ kind: 'folded-rows', updateIds: rows.map(({ id }) => id) }])
    await repair()
    expect(await content()).toEqual(['pour'])
    expect(await putAside()).toEqual([])
  })

  test('a page of an older layout is brought over', async () => {
    await append([oldLayout('pour slowly')])
    expect(await kinds()).toEqual(['older-layout', 'projection'])
    await repair()
    expect(await content()).toEqual(['pour slowly'])
    expect((await row()).plain_text).toBe('pour slowly')
  })

  test('a page of a newer layout is named and left as it is', async () => {
    const doc = createPageDoc()
    setTitle(doc, 'From tomorrow')
    doc.getMap('meta').set('layout', 99)
    await append([Y.encodeStateAsUpdate(doc)])
    await setPage({ content_rich: '[{"id":"a","kind":"new"}]' })
    const before = await row()
    expect(await kinds()).toEqual(['newer-layout'])
    const report = await examine(database, { repair: true })
    expect(isSound(report)).toBe(false)
    expect(await row()).toEqual(before)
  })

  test('content of a page that does not exist is put aside', async () => {
    const gone = 'page-that-is-gone'
    await withoutForeignKeys(async () => {
      await append(edits('Tea', ['pour']), gone)
      await database.db
        .insertInto('document_snapshot')
        .values({ document_id: gone, up_to: 3, state: GARBAGE, created_at: LONG_AGO })
        .execute()
    })
    expect(await findings()).toMatchObject([{ kind: 'orphans', edits: 2, snapshots: 1 }])
    expect(await repair()).toContain('3 rows of it were put aside')
    page = gone
    expect((await putAside()).map(({ kind }) => kind)).toEqual(['edit', 'edit', 'snapshot'])
  })

  test('a numbering that has fallen behind goes on after the highest number', async () => {
    await append(edits('Tea', ['pour']))
    await fold()
    await append(edits('', ['more']).slice(-1))
    await database.db.updateTable('document_update').set({ id: 1_000_000 }).execute()
    await repair()
    await append(edits('', ['again']).slice(-1))
    const last = await database.db.selectFrom('document_update').select('id').orderBy('id', 'desc').execute()
    expect(last.map(({ id }) => id)).toContain(1_000_001)
  })

  test('a page that a running server is about to project is looked at again; one that is typed in is not judged', async () => {
    const made = edits('Tea', ['pour', 'slowly', 'later'])
    const now = () => new Date().toISOString()
    let looks = 0
    const watched = await openDb(config(), {
      onQuery: ({ query }) => {
        if (query.sql.startsWith('select * from "document_snapshot" where')) looks++
      },
    })
    /** Starts the doctor; it has looked at the page once when this resolves. */
    const started = async () => {
      looks = 0
      const report = examine(watched)
      await until('the first look', () => looks > 0)
      return { report }
    }
    await append(made.slice(0, 2), page, now())
    const first = await started()
    await append(made.slice(2, 3), page, now())
    expect(await first.report).toMatchObject({ problems: [], inUse: 1 })

    const second = await started()
    const doc = createPageDoc()
    for (const update of made.slice(0, 3)) Y.applyUpdate(doc, update)
    await projectPage(database.db, page, { ...projectionOf(doc), edited: null })
    expect(await second.report).toMatchObject({ problems: [], inUse: 0 })
    await watched.db.destroy()
  })

  test('a store of a hundred pages is gone through to its end', async () => {
    for (let i = 0; i < 99; i++) await addPage(database.db)
    await append([GARBAGE])
    const report = await examine(database)
    expect(report.pages).toBe(100)
    expect(report.problems).toMatchObject([{ documentId: page }])
  })

  async function withoutForeignKeys(act: () => Promise<void>): Promise<void> {
    if (place.dialect === 'sqlite') {
      await sql`pragma foreign_keys = off`.execute(database.db)
      await act()
      await sql`pragma foreign_keys = on`.execute(database.db)
      return
    }
    for (const table of ['document_update', 'document_snapshot']) {
      await sql`alter table ${sql.table(table)} disable trigger all`.execute(database.db)
    }
    await act()
    for (const table of ['document_update', 'document_snapshot']) {
      await sql`alter table ${sql.table(table)} enable trigger all`.execute(database.db)
    }
  }

  test('T7 edits that wait for what their author has not sent yet are no difference: nobody was told that they are saved', async () => {
    const made = edits('Tea', ['pour', 'very', 'slowly'])
    await append(made.filter((_, i) => i !== 2))
    await fold()
    const report = await examine(database)
    expect(report.problems).toEqual([])
    expect(isSound(report)).toBe(true)
    expect(report.waiting).toMatchObject([{ documentId: page, findings: [{ kind: 'missing-edits' }] }])
    // Once what was missing has come, nothing waits any longer.
    await append(made.slice(2, 3))
    const after = await examine(database)
    expect(after.waiting).toEqual([])
  })

  test('S1 a page that nobody can read to its end is named, and the others are checked', async () => {
    await append([
      ...edits('Tea', ['pour']),
      crowdedUpdate(
        12_000,
        () => null,
        (i) => i,
      ),
    ])
    const other = await addPage(database.db)
    await append([GARBAGE], other)
    const { problems } = await examine(database, { mostMs: 15_000 })
    const kindsOf = (id: string) =>
      problems.find(({ documentId }) => documentId === id)?.findings.map(({ kind }) => kind)
    expect(kindsOf(page)).toEqual(['too-hard'])
    expect(kindsOf(other)).toContain('unreadable-edit')
  }, 120_000)
})

describe('a damaged SQLite file', () => {
  test('R3 what can be read is checked, what cannot is named, and nothing is thrown', async () => {
    for (const at of [0.2, 0.4, 0.6, 0.8, 0.95]) {
      const folder = temporaryFolder()
      const place = { dataDir: folder.path, databaseUrl: null }
      const { db } = await openDb(place)
      await sql`pragma wal_checkpoint(truncate)`.execute(db)
      const { size: empty } = statSync(sqlitePath(folder.path))
      const state = Y.mergeUpdates(
        edits(
          'Tea',
          Array.from({ length: 60 }, (_, i) => `${i} ${'word '.repeat(60)}`),
        ),
      )
      for (let i = 0; i < 60; i++) {
        const id = await addPage(db)
        await db
          .insertInto('document_snapshot')
          .values({ document_id: id, up_to: 0, state, created_at: LONG_AGO })
          .execute()
        await db.updateTable('document').set({ updated_at: LONG_AGO }).execute()
      }
      await db.destroy()
      const file = openSync(sqlitePath(folder.path), 'r+')
      const { size } = fstatSync(file)
      // Behind the empty tables: without its list of tables a database is none, which the command line says.
      writeSync(file, randomBytes(16 * 1024), 0, 16 * 1024, Math.floor(empty + (size - empty) * at))
      closeSync(file)
      const damaged = connect(place)
      for (const repair of [false, true]) {
        const report = await examine(damaged, { repair })
        expect(isSound(report), `at ${at}`).toBe(false)
        expect(JSON.stringify(report.problems), `at ${at}`).toMatch(/"kind":"(database|unreadable-page)"/)
      }
      await damaged.db.destroy()
      folder.remove()
    }
  }, 240_000)
})

function blocksOfEdits(updates: Uint8Array[]) {
  const doc = createPageDoc()
  for (const update of updates) Y.applyUpdate(doc, update)
  return settledBlocks(doc)
}

/** One paragraph as pages were stored before beads. */
function oldLayout(words: string): Uint8Array {
  const doc = new Y.Doc()
  const block = new Y.XmlElement('block')
  block.setAttribute('kind', 'paragraph')
  block.setAttribute('id', 'old1')
  block.insert(0, [new Y.XmlText(words)])
  doc.getXmlFragment('body').insert(0, [block])
  return Y.encodeStateAsUpdate(doc)
}

onEachDatabase('npm run doctor', (place) => {
  let program: Program
  beforeAll(async () => {
    program = await makeProgram('src/server/doctor-cli.ts', {
      'check-worker': 'src/server/doctor/check-worker.ts',
    })
  })
  afterAll(() => program?.remove())

  const run = async (args: string[], dataDir: string) => {
    const running = program.run(args, { DATA_DIR: dataDir, ...place.env })
    return { code: await running.ended, output: running.output() }
  }

  test('checks beside a running server, repairs only without one, and says so by its exit code', async () => {
    const folder = temporaryFolder()
    const dataDir = folder.path
    const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ...place.env })
    const server = await startServer(config, { log: createLog('silent') })
    try {
      const id = await addPage(server.services.db)
      await server.services.live.edit(id, null, (doc) => setTitle(doc, 'Tea'))
      const sound = await run([], dataDir)
      expect(sound).toMatchObject({ code: 0, output: expect.stringContaining('1 page, nothing differs') })

      const { db } = server.services
      await db
        .insertInto('document_update')
        .values({ document_id: id, user_id: null, data: GARBAGE, created_at: LONG_AGO })
        .execute()
      const found = await run([], dataDir)
      expect(found.code).toBe(1)
      expect(found.output).toContain(`Page ${id} "Tea"`)
      expect(found.output).toMatch(/edit \d+ \(6 bytes, .*\) cannot be read/)
      const refused = await run(['--repair'], dataDir)
      expect(refused.code).toBe(2)
      expect(refused.output).toContain(`in use by another Sheaf: process ${process.pid}`)
      expect(await db.selectFrom('document_quarantine').selectAll().execute()).toEqual([])
    } finally {
      await server.close()
    }
    const repaired = await run(['--repair', '--json'], dataDir)
    expect(repaired.code, repaired.output).toBe(0)
    const report = JSON.parse(repaired.output.trim().split('\n').at(-1) ?? '')
    expect(report).toMatchObject({ pages: 1, isSound: true, problems: [{ repair: { isSound: true } }] })
    expect(await run([], dataDir)).toMatchObject({ code: 0 })
    folder.remove()
  })

  test('wrong words get the usage, an empty or broken folder a reason', async () => {
    const folder = temporaryFolder()
    expect(await run(['--fix'], folder.path)).toMatchObject({
      code: 2,
      output: expect.stringContaining('npm run doctor'),
    })
    if (place.dialect === 'sqlite') {
      const empty = await run([], folder.path)
      expect(empty).toMatchObject({ code: 2, output: expect.stringContaining('nothing to check') })
      writeFileSync(
        sqlitePath(folder.path),
        'This is no database, and long enough to be taken for one. '.repeat(99),
      )
      const broken = await run([], folder.path)
      expect(broken).toMatchObject({ code: 2, output: expect.stringContaining('Restore a backup') })
    }
    folder.remove()
  })
})
