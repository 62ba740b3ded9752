import { crafted, craftedUpdate, type Section, sections, sectionsAnd } from '@test/crafted-update'
import { expect, it } from 'vitest'
import * as Y from 'yjs'
import { contradictsWaiting, withDeletionsInOrder, withoutKnown } from './known-part'
import { judged } from './update-facts'

const { gone, text, value, values } = crafted

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
  const rest = withoutKnown(page, again)
  expect(Y.decodeUpdate(rest).structs.map(({ id, length }) => [id.client, id.clock, length])).toEqual([
    [9, 3, 3],
    [8, 0, 3],
  ])
  Y.applyUpdate(page, rest)
  expect(page.getText('text').toString()).toContain('abcdef')
  expect(page.getMap('blocks').size).toBe(0)
  const fresh = craftedUpdate(7, [{ write: text('a') }])
  expect(withoutKnown(page, fresh)).toBe(fresh)
})

it('R67 what is deleted is taken in its order, each range apart from the next', () => {
  const words: Section = [9, 0, [{ write: text('abc') }]]
  const deletes = (...ranges: [number, number][]) => sectionsAnd([words], new Map([[9, ranges]]))
  const rangesOf = (update: Uint8Array) =>
    Y.decodeUpdate(update)
      .ds.clients.get(9)
      ?.map(({ clock, len }) => [clock, len])
  const inOrder = deletes([0, 1], [2, 3])
  expect(withDeletionsInOrder(inOrder)).toBe(inOrder)
  expect(rangesOf(withDeletionsInOrder(deletes([20, 2], [0, 1], [10, 5], [12, 5])))).toEqual([
    [0, 1],
    [10, 7],
    [20, 2],
  ])
  const page = taking(judged(new Y.Doc(), deletes([20, 2], [1, 1], [2, 1])).update)
  expect(page.getText('text').toString()).toBe('a')
  const waiting = Y.decodeUpdate(Y.encodeStateAsUpdate(page)).ds.clients.get(9)
  expect(waiting?.at(-1)).toMatchObject({ clock: 20, len: 2 })
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
  expect(contradictsWaiting(page, craftedUpdate(9, [{ write: gone(3) }]))).toBe(true)
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
