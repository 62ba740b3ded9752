import { type ActsWorld, randomAct } from '@test/document/random-acts'
import { randomOf } from '@test/document/random-of'
import { people } from '@test/document/test-people'
import { READINGS, Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { PageUndo } from '../write/undo'
import { chosenSids, decide } from './decide'

const STORIES = Number(process.env.STORIES ?? 50)
const FIRST = Number(process.env.SEED ?? 1)

const all = (person: Reviewer) => READINGS.map((reading) => person.read(reading))

test('a decision that is taken back leaves all readings as they were, and done again as it left them, for everybody', () => {
  for (let seed = FIRST; seed < FIRST + STORIES; seed++) {
    const random = randomOf(seed)
    const page = Y.encodeStateAsUpdate(people(1)[0]!.doc)
    const typed = new Set<string>()
    const sam = new Reviewer('sam', 11, page)
    const ed = new Reviewer('ed', 12, page)
    const world = (n: number): ActsWorld => ({ random, seed: seed * 10 + n, ids: n * 1000, typed })
    for (let i = 0; i < 8; i++) {
      sam.suggest(() => randomAct({ index: sam.index, undo: null }, world(i)))
      if (random(3) === 0) sam.write(() => randomAct({ index: sam.index, undo: null }, world(i)))
    }
    ed.receive(sam.state)
    const undo = new PageUndo(ed.doc, 'me')
    const states = [all(ed)]
    for (let i = 0; i < 3; i++) {
      undo.stopCapturing()
      const { sids } = ed.suggestions
      const some = sids.filter(() => random(2) === 0)
      decide(ed.index, ed.suggestions, chosenSids(ed.suggestions, some), random(2) === 0, 'me')
      if (undo.undoStack.length === states.length) states.push(all(ed))
    }
    const check = (at: number, told: string) => {
      expect(all(ed), `seed ${seed}: ${told} ${at}`).toEqual(states[at])
      expect(ed.index.blocks(), `seed ${seed}: ${told} ${at}, index`).toEqual(ed.read('marked'))
    }
    for (let round = 0; round < 2; round++) {
      for (let at = states.length - 2; at >= 0; at--) {
        undo.undo()
        check(at, 'undo')
      }
      for (let at = 1; at < states.length; at++) {
        undo.redo()
        check(at, 'redo')
      }
    }
    undo.undo()
    sam.receive(ed.state)
    expect(all(sam), `seed ${seed}: the other`).toEqual(all(ed))
    sam.close()
    ed.close()
  }
})
