import * as Y from 'yjs'
import {
  applyBlocks,
  chosenSids,
  createPageDoc,
  decide,
  markedIndex,
  Suggestions,
  suggestionsOf,
} from '@/document'
import { insertText, writingBy } from '@/document/write/operations'
import { writePage } from '@/document/write/write-page'

/**
 * Opens a page, types in its middle and accepts all that is suggested, as an editor's page does it without drawing; prints the
 * milliseconds of each.
 */
const [rounds, blocks, discussions, count] = process.argv.slice(2).map(Number) as [
  number,
  number,
  number,
  number,
]
const KEYS = 100

const page = createPageDoc()
applyBlocks(
  page,
  Array.from({ length: blocks }, (_, i) => ({
    id: `b${i}`,
    kind: 'paragraph',
    text: [{ text: `Words of paragraph ${i}, as many as a line has.` }],
  })),
)
const bare = Y.encodeStateAsUpdate(page)

const text = page.getText('text')
const words: Y.Item[] = []
for (let item = text._start; item; item = item.right)
  if (item.content instanceof Y.ContentString && item.length > 10) words.push(item)
const places = Array.from({ length: discussions }, (_, n) => {
  const item = words[(n * 7919) % words.length] as Y.Item
  return { client: item.id.client, clock: item.id.clock + (Math.floor((n * 7919) / words.length) % 5) }
})
page.transact(() => {
  const map = suggestionsOf(page)
  for (const [n, { client, clock }] of places.entries()) map.set(`@ discussion${n} ${client} ${clock}`, 5)
  for (let n = 0; n < count; n++) {
    const clock = Y.getState(page.store, page.clientID)
    text.insert((n * 7919) % text.length, 'suggested ')
    map.set(`ann s${n}`, { at: n })
    map.set(`ann s${n} + ${page.clientID} ${clock}`, 10)
  }
})
const reviewed = Y.encodeStateAsUpdate(page)

function measure(state: Uint8Array) {
  const doc = new Y.Doc()
  let began = performance.now()
  Y.applyUpdate(doc, state)
  const suggestions = new Suggestions(doc)
  const index = markedIndex(doc, suggestions)
  const opening = performance.now() - began
  const typing: number[] = []
  writingBy(
    (_, edit) => writePage(index, edit, 'me'),
    () => {
      for (let key = 0; key < KEYS; key++) {
        began = performance.now()
        insertText(index, `b${Math.floor(blocks / 2)}`, 3 + key, 'x')
        typing.push(performance.now() - began)
      }
    },
  )
  let updates = 0
  doc.on('update', () => {
    updates++
  })
  began = performance.now()
  decide(index, suggestions, chosenSids(suggestions, suggestions.sids), true, 'me')
  const accepting = performance.now() - began
  if (!suggestions.sids.every((sid) => suggestions.of(sid).length === 0) || updates > 1)
    throw new Error('Not all was accepted in one edit')
  index.close()
  suggestions.close()
  doc.destroy()
  return { opening, typing, accepting }
}

// The first time is for the compiler.
for (const state of [bare, reviewed]) measure(state)
const told = { bare: [] as unknown[], reviewed: [] as unknown[] }
for (let round = 0; round < rounds; round++) {
  told.bare.push(measure(bare))
  told.reviewed.push(measure(reviewed))
}
console.log(JSON.stringify(told))
