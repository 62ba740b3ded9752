import type * as Y from 'yjs'
import { textOf } from './layout'

/** What a suggester's or commenter's editor writes, for tests outside this folder. Offsets are of the whole page's string. */
export function suggestText(doc: Y.Doc, offset: number, text: string, by: string): void {
  textOf(doc).insert(offset, text, { [`suggestion:${text}`]: { type: 'insert', by } })
}

export function commentOn(doc: Y.Doc, offset: number, length: number, id: string): void {
  textOf(doc).format(offset, length, { [`comment:${id}`]: { id } })
}

/** The formats of the page's string that are suggestions or comments. */
export const saidIn = (doc: Y.Doc): string[] =>
  (textOf(doc).toDelta() as { attributes?: object }[])
    .flatMap(({ attributes }) => Object.keys(attributes ?? {}))
    .filter((key) => /^(suggestion|comment):/.test(key))
