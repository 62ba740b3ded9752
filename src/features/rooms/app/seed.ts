import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { applyBlocks, createLiveDoc } from '@/document'
import { hashOf } from '@/shared/sha256'

/**
 * A page's content as the same Yjs update in every browser, so that all who begin a room from it hold it once. Its author is
 * made from the content: two versions of a page never write as one author.
 */
export function seedOf(blocks: readonly Block[]): Uint8Array {
  const doc = createLiveDoc('seed')
  doc.clientID = Number.parseInt(hashOf(JSON.stringify(blocks)).slice(0, 8), 16)
  applyBlocks(doc, blocks)
  const update = Y.encodeStateAsUpdate(doc)
  doc.destroy()
  return update
}
