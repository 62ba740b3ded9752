import { crafted, craftedUpdate, type Section, sections, sectionsAnd } from '@test/crafted-update'
import { expect, it } from 'vitest'
import * as Y from 'yjs'
import { contradictsWaiting, inOneForm } from './one-form'
import { judged } from './update-facts'

const { deleted, gone, text, value, values } = crafted

const taking = (...updates: readonly Uint8Array[]): Y.Doc => {
  const page = new Y.Doc()
  for (const update of updates) Y.applyUpdate(page, update)
  return page
}

it('of an update the page has in part only the rest is left, behind what the page has, whatever is said of that', () => {
  const page = taking(craftedUpdate(9, [{ write: text('abc') }]))
  const again = sections(
    [9, 0, [{ root: 'blocks', key: 'k', write: text('XYZdef') }]],
    [8, 0, [{ write: text('new') }]],
  )
  const rest = inOneForm(page, again)
  expect(Y.decodeUpdate(rest).structs.map(({ id, length }) => [id.client, id.clock, length])).toEqual([
    [9, 3, 3],
    [8, 0, 3],
  ])
  Y.applyUpdate(page, rest)
  expect(page.getText('text').toString()).toContain('abcdef')
  expect(page.getMap('blocks').size).toBe(0)
  const fresh = craftedUpdate(7, [{ write: text('a') }])
  expect(inOneForm(page, fresh)).toBe(fresh)
})

it('R67 clients come with the greatest first: in another order Yjs would lose some of them where it merges', () => {
  const update = sections(
    [1, 0, [{ write: text('long words') }]],
    [9, 0, [{ root: 'title', write: text('b') }]],
  )
  const nothing = Uint8Array.of(0, 0)
  const textsOf = (page: Y.Doc) => ['text', 'title'].map((name) => page.getText(name).toString())
  expect(textsOf(taking(Y.mergeUpdates([update, nothing])))).not.toEqual(['long words', 'b'])
  const one = inOneForm(new Y.Doc(), update)
  expect(textsOf(taking(Y.mergeUpdates([one, nothing])))).toEqual(['long words', 'b'])
})

it('R67 what is deleted is taken in its order, each range apart from the next', () => {
  const words: Section = [9, 0, [{ write: text('abc') }]]
  const deletes = (...ranges: [number, number][]) => sectionsAnd([words], new Map([[9, ranges]]))
  const rangesOf = (update: Uint8Array) =>
    Y.decodeUpdate(update)
      .ds.clients.get(9)
      ?.map(({ clock, len }) => [clock, len])
  const asItIs = deletes([0, 1], [2, 3])
  expect(inOneForm(new Y.Doc(), asItIs)).toBe(asItIs)
  expect(rangesOf(inOneForm(new Y.Doc(), deletes([20, 2], [0, 1], [10, 5], [12, 5])))).toEqual([
    [0, 1],
    [10, 7],
    [20, 2],
  ])
  const page = taking(judged(new Y.Doc(), deletes([20, 2], [1, 1], [2, 1])).update)
  expect(page.getText('text').toString()).toBe('a')
  const waiting = Y.decodeUpdate(Y.encodeStateAsUpdate(page)).ds.clients.get(9)
  expect(waiting?.at(-1)).toMatchObject({ clock: 20, len: 2 })
})

it('R67 of several values under a key only their place is left, also of those that an undo has kept; of letters in a text all', () => {
  const page = taking()
  page.getMap('blocks').set('a', new Y.Map([['kind', 'paragraph']]))
  const { clientID } = page
  const contentsOf = (update: Uint8Array) =>
    Y.decodeUpdate(inOneForm(page, update)).structs.map((one) =>
      one instanceof Y.Item ? one.content.constructor.name : 'GC',
    )
  const put = craftedUpdate(9, [{ parent: [clientID, 0], key: 'k', write: values([1, 2, 3]) }])
  expect(contentsOf(put)).toEqual(['ContentDeleted'])
  // What is written over a value names that value, and not the key.
  expect(contentsOf(craftedUpdate(9, [{ origin: [clientID, 1], write: text('abc') }]))).toEqual([
    'ContentDeleted',
  ])
  expect(contentsOf(craftedUpdate(9, [{ origin: [clientID, 1], write: value(1) }]))).toEqual(['ContentAny'])
  page.getText('text').insert(0, 'words')
  expect(contentsOf(craftedUpdate(9, [{ origin: [clientID, 6], write: text('abc') }]))).toEqual([
    'ContentString',
  ])

  // Written over twice while an undo could bring both back, and sent before its deletions.
  const tab = taking(Y.encodeStateAsUpdate(page))
  const entry = tab.getMap('blocks').get('a') as Y.Map<unknown>
  const undo = new Y.UndoManager(tab.getMap('blocks'))
  for (const kind of ['heading', 'quote', 'callout']) {
    entry.set('kind', kind)
    undo.stopCapturing()
  }
  const { structs } = Y.decodeUpdate(Y.encodeStateAsUpdate(tab, Y.encodeStateVector(page)))
  expect(structs.map(({ length }) => length)).toContain(2)
  const state = Y.encodeStateAsUpdate(tab, Y.encodeStateVector(page))
  const { facts, update } = judged(page, state)
  expect(facts).toMatchObject({ isSound: true, contradicts: false })
  Y.applyUpdate(page, update)
  expect((page.getMap('blocks').get('a') as Y.Map<unknown>).get('kind')).toBe('callout')
})

it('R67 what is said of ids that wait is held against what waits, however it is cut', () => {
  const waits = (words: string, from = 0) =>
    sections([9, from, [{ origin: from === 0 ? [7, 3] : [9, from - 1], write: text(words) }]])
  const page = taking(waits('abcdef'))
  expect(contradictsWaiting(page, waits('abcdef'))).toBe(false)
  expect(contradictsWaiting(page, waits('abcdefgh'))).toBe(false)
  expect(contradictsWaiting(page, waits('cd', 2))).toBe(false)
  expect(contradictsWaiting(page, waits('cX', 2))).toBe(true)
  expect(contradictsWaiting(page, sections([9, 2, [{ origin: [9, 0], write: text('cd') }]]))).toBe(true)
  expect(contradictsWaiting(page, sections([9, 0, [{ origin: [7, 2], write: text('abcdef') }]]))).toBe(true)
  // Its writer has deleted it since, and let go of the words; a part that is gone would leave the rest nowhere to stand.
  const since = (item: Section[2][number], length: number) =>
    contradictsWaiting(page, craftedUpdate(9, [item], [[9, 0, length]]))
  expect(since({ origin: [7, 3], write: deleted(6) }, 6)).toBe(false)
  expect(since({ origin: [7, 3], write: deleted(6) }, 3)).toBe(true)
  expect(since({ origin: [7, 2], write: deleted(6) }, 6)).toBe(true)
  expect(since({ write: gone(6) }, 6)).toBe(false)
  expect(since({ write: gone(6) }, 5)).toBe(true)
  expect(since({ write: gone(3) }, 6)).toBe(true)
  expect(contradictsWaiting(page, waits('gh', 6))).toBe(false)
  expect(contradictsWaiting(page, craftedUpdate(8, [{ write: text('abc') }]))).toBe(false)
})

it('R67 S1 the layout is not written by the rest of something that waits', () => {
  const page = taking()
  page.getMap('meta').set('layout', 1)
  Y.applyUpdate(page, sections([50, 0, [{ origin: [60, 0], write: values([1, 99]) }]]))
  const behind = sections([50, 0, [{ root: 'meta', key: 'layout', write: value(1) }]])
  expect(judged(page, behind).facts.contradicts).toBe(true)
})

it('R67 S1 the layout is not written behind a value of several clocks, by any of them', () => {
  const page = taking()
  page.getMap('meta').set('layout', 1)
  const { clientID } = page
  const over: Section = [
    50,
    0,
    [
      { origin: [clientID, 0], write: deleted(2) },
      { origin: [50, 1], write: value(99) },
    ],
  ]
  expect(judged(page, sections(over)).facts.keepsLayout).toBe(false)
  Y.applyUpdate(page, craftedUpdate(40, [{ origin: [50, 1], right: [60, 0], write: value(99) }]))
  const behind = sections([
    50,
    0,
    [
      { origin: [clientID, 0], write: deleted(2) },
      { origin: [50, 1], write: value(1) },
    ],
  ])
  expect(judged(page, behind).facts.keepsLayout).toBe(false)
  expect(judged(page, craftedUpdate(60, [{ write: text('a') }])).facts.keepsLayout).toBe(true)
})
