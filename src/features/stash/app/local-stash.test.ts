import { expect, test } from 'vitest'
import type { Block } from '@/blocks'
import { STASH, STASH_WORDS } from '../model'
import { addLocal, deleteLocal, localItems, restoreLocal, searchItems } from './local-stash'

const paragraph = (text: string): Block => ({ id: 'a', kind: 'paragraph', text: [{ text }] })
const given = (text: string) => ({ blocks: [paragraph(text)], fromPath: '/lists', fromTitle: 'Lists' })

function memory() {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}

test("a visitor's stash stays in their browser: added, searched, deleted, brought back", () => {
  const storage = memory()
  const one = addLocal(storage, given('Äpfel'))
  const two = addLocal(storage, given('pears'))
  expect([...storage.values.keys()]).toEqual(['sheaf:stash'])
  expect(localItems(storage)).toEqual([two, one])
  expect(searchItems(localItems(storage), ' äPFEL')).toEqual([one])
  expect(searchItems(localItems(storage), 'lists')).toHaveLength(2)
  deleteLocal(storage, one.id)
  expect(localItems(storage)).toEqual([two])
  restoreLocal(storage, { ...one, createdAt: '2020-01-01T00:00:00.000Z' })
  expect(localItems(storage).map(({ id }) => id)).toEqual([two.id, one.id])
})

test('what something else wrote there is no stash, and a full one says so', () => {
  const storage = memory()
  for (const bad of ['{', '{}', '[1, null, {"id": 1}]', '[{"id":"a","blocks":[{}]}]']) {
    storage.setItem('sheaf:stash', bad)
    expect(localItems(storage)).toEqual([])
  }
  expect(() => addLocal(storage, given('x'.repeat(STASH.itemBytes)))).toThrow(STASH_WORDS.tooLarge)
  for (let i = 0; i < STASH.localItems; i++) addLocal(storage, given(`${i}`))
  expect(() => addLocal(storage, given('one more'))).toThrow(STASH_WORDS.full)
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(() => addLocal(full, given('x'))).toThrow(STASH_WORDS.full)
})
