import { digest } from 'lib0/hash/sha256'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { applyBlocks, createLiveDoc } from '@/document'

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The SHA-256 of a text in hexadecimal digits, also where the page is not served by HTTPS and the browser's own may not be used. */
export const hashOf = (text: string): string => hex(digest(new TextEncoder().encode(text)))

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
