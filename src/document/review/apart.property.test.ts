import { type ActsWorld, randomAct } from '@test/document/random-acts'
import { randomOf } from '@test/document/random-of'
import { people } from '@test/document/test-people'
import { Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { deleteText, insertText } from '../write/operations'
import { PageUndo } from '../write/undo'
import { judgeSuggestion } from './judge-suggestion'

const STORIES = Number(process.env.STORIES ?? 20)
const FIRST = Number(process.env.SEED ?? 1)

/** Somebody suggests without the server, and what the server lacks comes to it as one update, with all that an undo keeps. */
function suggestApart(seed: number, isTyping: boolean): number {
  const random = randomOf(seed)
  const state = Y.encodeStateAsUpdate(people(1)[0]!.doc)
  const [server, sam] = [new Reviewer('server', 11, state), new Reviewer('sam', 12, state)] as const
  const undo = new PageUndo(sam.doc, 'me')
  let taken = 0
  undo.suggester = () => ({ sid: `sam u${taken++}`, at: 1, words: 0 })
  const world: ActsWorld = { random, seed, ids: 0, typed: new Set() }
  const block = sam.index.children('')[0] as string
  let caret = 0
  const type = (letter: string) => {
    const length = sam.index.tree.textLength(block)
    if (random(6) === 0 || caret > length) caret = random(length + 1)
    if (random(5) === 0 && caret < length) deleteText(sam.index, block, caret, caret + 1)
    else insertText(sam.index, block, caret++, letter)
  }
  const settled = JSON.stringify(server.read('settled'))
  let judged = 0
  for (let i = 0; i < 40; i++) {
    const act = () => {
      if (isTyping) type('abcdefgh'[i % 8] as string)
      else randomAct({ index: sam.index, undo }, world)
    }
    sam.suggest(act, { again: random(6) > 0 })
    if (random(8) > 0) continue
    const update = Y.encodeStateAsUpdate(sam.doc, Y.encodeStateVector(server.doc))
    expect(judgeSuggestion(server.suggestions, update, 'sam'), `seed ${seed}, ${i}`).toBeNull()
    server.receive(update)
    expect(JSON.stringify(server.read('settled')), `seed ${seed}, ${i}`).toBe(settled)
    expect(server.read('marked'), `seed ${seed}, ${i}`).toEqual(sam.read('marked'))
    judged++
  }
  undo.destroy()
  for (const one of [server, sam]) one.close()
  return judged
}

test.each([
  ['typed and deleted letter by letter', true],
  ['did to the page', false],
])(
  'what somebody suggests without the server is taken once it is back: all that they %s',
  (_what, isTyping) => {
    let judged = 0
    for (let seed = FIRST; seed < FIRST + STORIES; seed++) judged += suggestApart(seed, isTyping)
    expect(judged).toBeGreaterThan(STORIES * 2)
  },
)
