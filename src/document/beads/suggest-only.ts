import * as Y from 'yjs'
import { asBead, entriesOf, type Formats, textOf } from './layout'

/** Formats and attributes in which suggestions and comments are said, by who may say what. */
const SAID = { suggest: /^(?:suggestion|comment)(?::|$)/, comment: /^comment(?::|$)/ }
const SUGGESTION = /^suggestion(?::|$)/

const isInserted = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'insert'

/**
 * Does this update of a page nothing but suggest and comment? Allowed is to set and clear the formats `suggestion:…` and
 * `comment:…` and the block attributes `suggestion` and `comment`, and to add (or take back) characters and blocks that
 * are themselves a suggestion of type `insert`. Who may only `comment` may do nothing but the part about comments.
 * Neither `doc` nor anything that was there is changed by asking.
 */
export function suggestOnly(doc: Y.Doc, update: Uint8Array, may: 'suggest' | 'comment' = 'suggest'): boolean {
  const before = new Y.Doc()
  const after = new Y.Doc()
  const state = Y.encodeStateAsUpdate(doc)
  Y.applyUpdate(before, state)
  Y.applyUpdate(after, state)
  Y.applyUpdate(after, update)
  // An update whose forerunners are missing can not be judged.
  const isWhole = after.store.pendingStructs === null && after.store.pendingDs === null
  const same = isWhole && JSON.stringify(withoutSaid(before, may)) === JSON.stringify(withoutSaid(after, may))
  before.destroy()
  after.destroy()
  return same
}

/** The document as it would be without what such a person may say. */
function withoutSaid(doc: Y.Doc, may: 'suggest' | 'comment'): unknown {
  const said = SAID[may]
  const entries: [string, unknown][] = []
  const suggested = new Set<string>()
  for (const [id, stored] of entriesOf(doc).entries()) {
    if (!(stored instanceof Y.Map)) {
      entries.push([id, stored])
      continue
    }
    if (may === 'suggest' && isInserted(stored.get('suggestion'))) suggested.add(id)
    else {
      const values = Object.entries(stored.toJSON()).filter(([key]) => !said.test(key))
      entries.push([id, values.sort(([a], [b]) => (a < b ? -1 : 1))])
    }
  }
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  const text: [unknown, unknown][] = []
  for (const { insert, attributes } of textOf(doc).toDelta() as { insert: unknown; attributes?: Formats }[]) {
    const formats = Object.entries(attributes ?? {})
    const isSuggested = formats.some(([key, value]) => SUGGESTION.test(key) && isInserted(value))
    if (may === 'suggest' && isSuggested) continue
    const bead = asBead(insert)
    if (bead && suggested.has(bead.block)) continue
    const left = JSON.stringify(
      formats.filter(([key]) => !said.test(key)).sort(([a], [b]) => (a < b ? -1 : 1)),
    )
    const last = text.at(-1)
    if (last && typeof insert === 'string' && typeof last[0] === 'string' && last[1] === left)
      last[0] += insert
    else text.push([insert, left])
  }
  // Whatever else is in the document (the title, the layout's version, types of a newer program) must stay.
  const others = [...doc.share.keys()]
    .filter((name) => name !== 'text' && name !== 'blocks')
    .sort()
    .map((name) => [
      name,
      name === 'title'
        ? doc.getText(name).toDelta()
        : name === 'meta'
          ? doc.getMap(name).toJSON()
          : raw(doc, name),
    ])
    .filter(([, content]) => JSON.stringify(content) !== '[]' && JSON.stringify(content) !== '{}')
  return { entries, text, others }
}

/** How much there is of a type that nothing is known of. */
function raw(doc: Y.Doc, name: string): unknown {
  const type = doc.share.get(name)
  let items = 0
  for (let item = type?._start ?? null; item; item = item.right) if (!item.deleted) items += item.length
  return items + (type?._map.size ?? 0) === 0 ? [] : [items, [...(type?._map.keys() ?? [])].sort()]
}
