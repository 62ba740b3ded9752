import { temporaryFolder } from '@test/collab'
import { addPage, addPerson } from '@test/collab-host'
import { onEachDatabase } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { applyBlocks } from '@/document'
import { type Db, openDb } from '@/server/db/db'
import { newId } from '@/shared/ids'
import { projectPage } from './page-store'
import { pageWork } from './page-work'

onEachDatabase('what a page names', (database) => {
  const folder = temporaryFolder()
  let db: Db
  beforeAll(async () => {
    db = (await openDb({ dataDir: folder.path, databaseUrl: database.env.DATABASE_URL ?? null })).db
  })
  afterAll(async () => {
    await db.destroy()
    folder.remove()
  })

  /** Two files of a page. */
  async function addFiles(document_id: string, by: string): Promise<[string, string]> {
    const { pod_id } = await db
      .selectFrom('document')
      .select('pod_id')
      .where('id', '=', document_id)
      .executeTakeFirstOrThrow()
    const ids: [string, string] = [newId(), newId()]
    const created_at = new Date().toISOString()
    const about = {
      document_id,
      pod_id,
      uploaded_by: by,
      name: 'tea',
      name_folded: 'tea',
      type: 'text/plain',
    }
    const more = { size: 1, state: 'ready' as const, created_at, let_go_at: null, received_by: null }
    for (const id of ids) {
      await db
        .insertInto('file')
        .values({ id, ...about, ...more })
        .execute()
      await db
        .insertInto('file_page')
        .values({ file_id: id, document_id, is_shown: 1, decided_by: by, created_at })
        .execute()
    }
    return ids
  }

  test('R67 what a worker has found in a page is noted, and the text is not gone through again', async () => {
    const ada = await addPerson(db, 'Ada')
    const [page, other] = [await addPage(db), await addPage(db)]
    const [named, unnamed] = await addFiles(page, ada.id)
    const doc = new Y.Doc()
    const mention = { kind: 'mention', attributes: { key: ada.id, value: 'Ada' } }
    const link = { kind: 'mention', attributes: { key: `/${other}`, value: 'Other' } }
    const day = { kind: 'date', attributes: { date: '2026-01-05' } }
    const todo = { listStyleType: 'todo' }
    applyBlocks(doc, [
      { id: 'f', kind: 'file', attributes: { url: `/files/${named}`, name: 'tea' } },
      { id: 'm', kind: 'paragraph', text: [mention, { text: ' pours ' }, link] },
      { id: 't', kind: 'listItem', attributes: todo, text: [day, { text: 'Pour' }] },
    ])
    const read = pageWork.project({ stored: { snapshot: null, rows: [Y.encodeStateAsUpdate(doc)] } })
    if (!read) throw new Error('The page cannot be read')
    const noted = async () => ({
      links: (await sql`select to_id from page_link where from_id = ${page}`.execute(db)).rows,
      files: await db
        .selectFrom('file_page')
        .select('file_id')
        .where('document_id', '=', page)
        .where('is_settled', '=', 1)
        .execute(),
    })
    const all = { links: [{ to_id: other }], files: [{ file_id: named }] }
    // The text says nothing, and nothing would be found in it.
    await projectPage(db, page, { ...read, content_rich: '[]', edited: null })
    expect(await noted()).toEqual(all)
    const { links: _links, named: _named, ...plain } = read
    await projectPage(db, page, { ...plain, content_rich: '[]', edited: null })
    expect(await noted()).toEqual({ links: [], files: [] })
    await projectPage(db, page, { ...plain, edited: null })
    expect(await noted()).toEqual(all)
    expect(read.content_rich).not.toContain(unnamed)
    expect(read.links).toMatchObject({ todos: [{ blockId: 't' }], mentions: [{ personId: ada.id }] })
  })
})
