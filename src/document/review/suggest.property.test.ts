import { type ActsWorld, randomAct } from '@test/document/random-acts'
import { randomOf } from '@test/document/random-of'
import { people } from '@test/document/test-people'
import { Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import * as Y from 'yjs'

const STORIES = Number(process.env.STORIES ?? 150)
const FIRST = Number(process.env.SEED ?? 1)

const act = (person: Reviewer, world: ActsWorld) => randomAct({ index: person.index, undo: null }, world)

/** A page that somebody wrote by `edits` random edits. */
function pageOf(seed: number, edits: number): Uint8Array {
  const [first] = people(1)
  const state = Y.encodeStateAsUpdate(first!.doc)
  const writer = new Reviewer('writer', 5, state)
  const world = { random: randomOf(seed), seed, ids: 0, typed: new Set<string>() }
  for (let i = 0; i < edits; i++) act(writer, world)
  return writer.state
}

test('whatever can be written can be suggested: the page stays, and accepted it is what was written', () => {
  let suggested = 0
  for (let seed = FIRST; seed < FIRST + STORIES; seed++) {
    const page = pageOf(seed, seed % 12)
    const direct = new Reviewer('ann', 7, page)
    const ann = new Reviewer('ann', 8, page)
    const world = () => ({ random: randomOf(seed * 31), seed, ids: 1000, typed: new Set<string>() })
    const before = ann.read('settled')
    let done = ''
    direct.write(() => {
      done = act(direct, world())
    })
    ann.suggest(() => act(ann, world()))
    if (ann.keys.length > 0) suggested++
    const told = `seed ${seed}: ${done}`
    expect(ann.read('settled'), told).toEqual(before)
    expect(ann.read('proposed'), told).toEqual(direct.read('settled'))
    const rejected = new Reviewer('ben', 9, ann.state)
    rejected.decideAll(false)
    expect(rejected.keys, told).toEqual([])
    expect(rejected.read('settled'), told).toEqual(before)
    ann.decideAll(true)
    expect(ann.keys, told).toEqual([])
    expect(ann.read('settled'), told).toEqual(direct.read('settled'))
    for (const one of [direct, ann, rejected]) one.close()
  } // The others did nothing: there was nothing to merge, or nobody had deleted the last block.
  expect(suggested).toBeGreaterThan(STORIES / 2)
})
