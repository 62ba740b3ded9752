import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as Y from 'yjs'
import { settledText } from '../src/document/index.ts'
import { unpackState } from '../src/server/collab/packed-state.ts'

/** The text of a page as the disk has it: what a restart would find. */
export const storedText = (dataDir: string, documentId: string): string =>
  settledText(storedDoc(dataDir, documentId))

/** A page as the disk has it, read from a copy of the data folder of a server that does not run. */
export function storedDoc(dataDir: string, documentId: string): Y.Doc {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-stored-'))
  try {
    cpSync(dataDir, folder, { recursive: true })
    const database = new DatabaseSync(join(folder, 'sheaf.db'))
    const doc = new Y.Doc()
    const rows = [
      ...database
        .prepare('select state as data from document_snapshot where document_id = ?')
        .all(documentId),
      ...database
        .prepare('select data from document_update where document_id = ? order by id')
        .all(documentId),
    ]
    for (const { data } of rows) Y.applyUpdate(doc, unpackState(data as Uint8Array))
    database.close()
    return doc
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Puts an update behind those that a server that does not run has stored of a page, whatever it holds. */
export function storeUpdate(dataDir: string, documentId: string, update: Uint8Array): void {
  const database = new DatabaseSync(join(dataDir, 'sheaf.db'))
  try {
    database
      .prepare('insert into document_update (document_id, user_id, data, created_at) values (?, null, ?, ?)')
      .run(documentId, update, new Date().toISOString())
  } finally {
    database.close()
  }
}
