import { randomOf } from '@test/document/random-of'
import { text, wordsOf } from '@test/document/test-people'
import { READINGS, Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { ROOT } from '../format/layout'
import { judged } from '../updates/update-facts'
import * as page from '../write/operations'
import { PageUndo } from '../write/undo'
import { chosenSids, decide } from './decide'
import { givingBack } from './give-back'

const STORIES = Number(process.env.STORIES ?? 60)
const FIRST = Number(process.env.SEED ?? 1)

/** The server: takes edits in one by one, each with what it gives back. */
class Server extends Reviewer {
  private clients = 50_000
  gave = 0

  take(update: Uint8Array): void {
    const { facts } = judged(this.doc, update)
    if (facts.taken.length === 0) {
      this.receive(update)
      return
    }
    const client = this.clients++
    this.receive(Y.mergeUpdates([givingBack(this.suggestions, facts.taken, client), update]))
    if (this.doc.store.clients.has(client)) this.gave++
  }
}

/** An editor who hears of the server, and is heard, only when they are online. */
function exchange(editor: Reviewer, server: Server): void {
  server.take(Y.encodeStateAsUpdate(editor.doc, Y.encodeStateVector(server.doc)))
  editor.receive(Y.encodeStateAsUpdate(server.doc, Y.encodeStateVector(editor.doc)))
}

const WORDS = 6
const old = (at: number) => `old${at}`
const fresh = (at: number) => `new${at}`

/** A page of words, each with a suggestion to replace it. */
function pageOf(): { state: Uint8Array; sids: string[] } {
  const writer = new Reviewer('writer', 1)
  page.insertBlocks(
    writer.index,
    [
      {
        id: 'a',
        kind: 'paragraph',
        text: text(Array.from({ length: WORDS }, (_, i) => `${old(i)} `).join('')),
      },
    ],
    ROOT,
    null,
  )
  const sue = new Reviewer('sue', 2, writer.state)
  for (let i = 0; i < WORDS; i++) {
    const marked = wordsOf(sue.read('marked'))
    const from = marked.indexOf(old(i))
    sue.suggest(() => {
      page.deleteText(sue.index, 'a', from, from + old(i).length)
    })
    sue.suggest(() => page.insertText(sue.index, 'a', from + old(i).length, fresh(i)), { again: true })
  }
  return { state: sue.state, sids: sue.suggestions.sids }
}

function tellStory(seed: number, undoes: boolean): number {
  const random = randomOf(seed)
  const { state, sids } = pageOf()
  expect(sids).toHaveLength(WORDS)
  const server = new Server('server', 3, state)
  const editors = ['ed', 'eve', 'els'].map((name, i) => new Reviewer(name, 10 + i, state))
  const undos = editors.map((editor) => new PageUndo(editor.doc, 'me'))
  const log: string[] = []
  for (let i = 0; i < 25; i++) {
    const who = random(editors.length)
    const editor = editors[who] as Reviewer
    const what = random(undoes ? 5 : 4)
    if (what === 0) {
      exchange(editor, server)
      log.push(`${editor.name} is online`)
    } else if (what === 4) {
      undos[who]?.undo()
      log.push(`${editor.name} undoes`)
    } else {
      const left = editor.suggestions.sids
      if (left.length === 0) continue
      const some = random(4) === 0 ? left : [left[random(left.length)] as string]
      const isAccepted = random(2) === 0
      undos[who]?.stopCapturing()
      decide(editor.index, editor.suggestions, chosenSids(editor.suggestions, some), isAccepted, 'me', {
        notes: true,
      })
      undos[who]?.stopCapturing()
      log.push(`${editor.name} ${isAccepted ? 'accepts' : 'rejects'} ${some.join(', ')}`)
    }
  }
  for (let round = 0; round < 2; round++) for (const editor of editors) exchange(editor, server)
  const told = `seed ${seed}: ${log.join('; ')}`
  for (const reading of READINGS) {
    const read = server.read(reading)
    for (const editor of editors) expect(editor.read(reading), told).toEqual(read)
    const words = wordsOf(read)
    for (let i = 0; i < WORDS; i++) {
      const there = [old(i), fresh(i)].map((word) => words.split(word).length - 1)
      const total = (there[0] as number) + (there[1] as number)
      expect(total, `${told} | ${reading}: neither ${old(i)} nor ${fresh(i)}`).toBeGreaterThan(0)
      if (undoes) continue
      const isPending = reading === 'marked' && server.suggestions.sids.includes(sids[i] as string)
      expect(there, `${told} | ${reading}`).toEqual(isPending ? [1, 1] : total === 1 ? there : 'once')
    }
  }
  for (const one of [server, ...editors]) one.close()
  return server.gave
}

test('several people decide about a replacement at the same time: the first decision counts, and one of both words stands, once', () => {
  let gave = 0
  for (let seed = FIRST; seed < FIRST + STORIES; seed++) gave += tellStory(seed, false)
  // Decisions have met.
  expect(gave).toBeGreaterThan(STORIES / 4)
})

test('… and where decisions are taken back as well, no place of the page is left without a word', () => {
  for (let seed = FIRST; seed < FIRST + STORIES; seed++) tellStory(seed, true)
})
