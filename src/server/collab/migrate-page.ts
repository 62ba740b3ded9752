import type { Document } from '@hocuspocus/server'
import * as Y from 'yjs'
import { isBehind, migrateLayout } from '@/document'
import type { StoredPage } from './load-page'
import type { UpdateLog } from './update-log'

/**
 * Brings a page of an older layout, as it was just loaded, over to this program's (docs/document-format.md). It is an
 * edit like any other: on the disk before it is in the page, so that a server that is killed has done it once or not at
 * all. Throws what the log throws; the page is as it was then.
 */
export async function migratePage(document: Document, stored: StoredPage, updates: UpdateLog): Promise<void> {
  if (!isBehind(document)) return
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(document))
  const made: Uint8Array[] = []
  copy.on('update', (update: Uint8Array) => made.push(update))
  const isOld = migrateLayout(copy)
  copy.destroy()
  if (!isOld) return
  const update = Y.mergeUpdates(made)
  stored.updateIds.push(await updates.append(document.name, null, update))
  const { bytes, weight } = stored.size
  stored.size = { bytes: bytes + update.byteLength, weight: weight + update.byteLength }
  Y.applyUpdate(document, update, 'stored')
}
