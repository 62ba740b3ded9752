import { cpuTime } from '@test/cpu-time'
import { crafted, craftedUpdate, type Section, sections } from '@test/crafted-update'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { textOf } from '../format/layout'
import { judgeSuggestion } from './judge-suggestion'
import { suggestedRangeKey } from './part-keys'
import { suggestionsOf, withSuggestions } from './suggestions'

const LETTERS = 50

/** Sam's page: letters that all of these suggestions insert. */
function pageOf(suggested: number): Y.Doc {
  const doc = new Y.Doc()
  doc.clientID = 7
  textOf(doc).insert(0, 'x'.repeat(LETTERS))
  doc.transact(() => suggest(doc, 'old', suggested))
  return doc
}

function suggest(doc: Y.Doc, name: string, count: number): void {
  for (let at = 0; at < count; at++)
    suggestionsOf(doc).set(suggestedRangeKey(`sam ${name}${at}`, '+', 7, 0), LETTERS)
}

/** The edit that somebody makes who has the page. */
function editOf(page: Y.Doc, act: (copy: Y.Doc) => void): Uint8Array {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(page))
  const made: Uint8Array[] = []
  copy.on('update', (update: Uint8Array) => made.push(update))
  copy.transact(() => act(copy))
  return Y.mergeUpdates(made)
}

/** What is said about an edit of Sam's, and the milliseconds that this takes. */
function judged(page: Y.Doc, update: Uint8Array): { answer: string | null; took: number } {
  return withSuggestions(page, (suggestions) => {
    const begun = cpuTime()
    const answer = judgeSuggestion(suggestions, update, 'sam')
    return { answer, took: cpuTime() - begun }
  })
}

test('R67 thousands of clients, each behind the one that comes after it, are judged in little time', () => {
  const count = 50_000
  const chain = Array.from({ length: count }, (_, at): Section => {
    const client = 100 + count - at
    const origin = client > 101 ? { origin: [client - 1, 0] as const } : { root: 'text' }
    return [client, 0, [{ ...origin, write: crafted.text('a') }]]
  })
  const { answer, took } = judged(pageOf(0), sections(...chain))
  expect(answer).toBe('words that are no suggestion')
  expect(took).toBeLessThan(3_000)
  // In a circle they never come in.
  const circle = sections(
    [9, 0, [{ origin: [8, 0], write: crafted.text('a') }]],
    [8, 0, [{ origin: [9, 0], write: crafted.text('a') }]],
  )
  expect(judged(pageOf(0), circle).answer).toBe('it builds on what is not there')
})

test('R67 letters that each stand between two others of the edit are judged in little time', () => {
  const items = Array.from({ length: 36 }, (_, at) => ({
    ...(at === 0 ? { root: 'text' } : { origin: [9, at - 1] as const }),
    ...(at > 1 && { right: [9, at - 2] as const }),
    write: crafted.text('a'),
  }))
  const { answer, took } = judged(pageOf(0), craftedUpdate(9, items))
  expect(answer).toBe('words that are no suggestion')
  expect(took).toBeLessThan(500)
})

test('R67 thousands of suggestions of the same letters are written, and dropped, in little time', () => {
  const page = pageOf(9_500)
  const more = judged(
    page,
    editOf(page, (copy) => suggest(copy, 'new', 9_500)),
  )
  expect(more.answer).toBeNull()
  expect(more.took).toBeLessThan(1_500)
  const drop = (copy: Y.Doc, first: number) => {
    for (const key of [...suggestionsOf(copy).keys()].slice(first)) suggestionsOf(copy).delete(key)
  }
  const dropped = [
    editOf(page, (copy) => drop(copy, 0)),
    editOf(page, (copy) => drop(copy, 1)),
    editOf(page, (copy) => {
      drop(copy, 0)
      textOf(copy).delete(0, LETTERS)
    }),
  ].map((update) => judged(page, update))
  expect(dropped.map(({ answer }) => answer)).toEqual(['a suggestion that becomes text', null, null])
  for (const { took } of dropped) expect(took).toBeLessThan(1_500)
})
