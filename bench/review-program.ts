import * as Y from 'yjs'
import { applyBlocks, createPageDoc, judgeSuggestion, Suggestions } from '@/document'

/** Judges 100 suggested words a round and prints how many milliseconds each took. */
const [rounds, blocks, count] = process.argv.slice(2).map(Number) as [number, number, number]

const page = createPageDoc()
applyBlocks(
  page,
  Array.from({ length: blocks }, (_, i) => ({
    id: `b${i}`,
    kind: 'paragraph',
    text: [{ text: `Words of paragraph ${i}, as many as a line has.` }],
  })),
)
const server = new Y.Doc()
Y.applyUpdate(server, Y.encodeStateAsUpdate(page))
const writer = new Y.Doc()
Y.applyUpdate(writer, Y.encodeStateAsUpdate(page))
const suggestions = new Suggestions(server)

/** Words that come in somewhere, with what says so, in one update. */
function suggestWord(n: number): Uint8Array {
  let update: Uint8Array = new Uint8Array()
  writer.once('update', (bytes: Uint8Array) => {
    update = bytes
  })
  writer.transact(() => {
    const text = writer.getText('text')
    const clock = Y.getState(writer.store, writer.clientID)
    text.insert((n * 7919) % text.length, 'suggested ')
    writer.getMap('suggestions').set(`ann s${n}`, { at: n })
    writer.getMap('suggestions').set(`ann s${n} + ${writer.clientID} ${clock}`, 10)
  })
  return update
}

const times: number[] = []
for (let n = 0; n < count + rounds * 100; n++) {
  const update = suggestWord(n)
  const began = performance.now()
  const refusal = judgeSuggestion(suggestions, update, 'ann')
  const took = performance.now() - began
  if (refusal) throw new Error(`An honest suggestion was refused: ${refusal}`)
  Y.applyUpdate(server, update)
  if (n >= count) times.push(took)
}
console.log(JSON.stringify(times))
