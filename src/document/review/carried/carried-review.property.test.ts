import { type ActsWorld, randomAct } from '@test/document/random-acts'
import { randomOf } from '@test/document/random-of'
import { people, tableKinds } from '@test/document/test-people'
import { Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { normalizeBlocks } from '@/blocks'
import { applyBlocks, blocksOfKinds } from '../../page-index/blocks'
import { ReadingView } from '../reading-view'
import { withSuggestions } from '../suggestions'
import { blocksAs } from './carried-review'
import { readReview } from './read-review'
import { pageWithReview } from './write-review'

const STORIES = Number(process.env.STORIES ?? 60)
const FIRST = Number(process.env.SEED ?? 1)

const read = (doc: Y.Doc, reading: 'settled' | 'proposed') =>
  withSuggestions(doc, (suggestions) => blocksOfKinds(doc, tableKinds, new ReadingView(suggestions, reading)))

const said = (blocks: readonly Block[]): unknown =>
  blocks.map(({ kind, attributes, text, children = [] }) => ({
    kind,
    attributes,
    text,
    children: said(children),
  }))

test('whatever is suggested of a page: its file settles and proposes to what the page does, and so does the page that comes of it', () => {
  let count = 0
  for (let seed = FIRST; seed < FIRST + STORIES; seed++) {
    const random = randomOf(seed)
    const world: ActsWorld = { random, seed, ids: 0, typed: new Set() }
    const page = Y.encodeStateAsUpdate(people(1)[0]!.doc)
    const [ann, ben] = [new Reviewer('ann', 7, page), new Reviewer('ben', 8, page)]
    const log: string[] = []
    const acts = 1 + random(12)
    for (let i = 0; i < acts; i++) {
      const person = random(2) ? ann : ben
      const act = () => log.push(`${person.name} ${randomAct({ index: person.index, undo: null }, world)}`)
      if (random(4)) person.suggest(act, { again: random(2) === 0 })
      else person.write(act)
      if (random(3) === 0) ann.receive(ben.state)
      if (random(3) === 0) ben.receive(ann.state)
    }
    ann.receive(ben.state)
    const told = `seed ${seed}: ${log.join(', ')}`
    const review = readReview(ann.doc, tableKinds)
    if (!review) continue
    const [settled, proposed] = [read(ann.doc, 'settled'), read(ann.doc, 'proposed')]
    const normal = (blocks: Block[]) => (blocks.length > 0 ? normalizeBlocks(blocks) : [])
    expect(said(normal(blocksAs('settled', review.blocks, review.tags))), told).toEqual(said(settled))
    expect(said(normal(blocksAs('proposed', review.blocks, review.tags))), told).toEqual(said(proposed))
    const make = () => {
      const doc = new Y.Doc()
      applyBlocks(doc, settled, undefined, tableKinds)
      return doc
    }
    const carried = JSON.parse(JSON.stringify(review))
    const made = pageWithReview(make, carried, { author: 'imp', words: 4711, kinds: tableKinds })
    if (!made) throw new Error(told)
    expect(said(read(made, 'settled')), told).toEqual(said(settled))
    expect(said(read(made, 'proposed')), told).toEqual(said(proposed))
    count++
    ann.close()
    ben.close()
  }
  expect(count).toBeGreaterThan(STORIES / 3)
})
