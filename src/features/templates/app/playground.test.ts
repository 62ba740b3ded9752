import { expect, test } from 'vitest'
import type { Block } from '@/blocks'
import { forgetDraft, readDraft, saysTheSame, writeDraft } from './playground'

const paragraph = (id: string, text: string): Block => ({ id, kind: 'paragraph', text: [{ text }] })

function memory() {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

test('an edit is kept under its template and found again', () => {
  const storage = memory()
  const edited = [paragraph('1', 'mine')]
  writeDraft(storage, 'lists', edited, [paragraph('a', 'original')])
  expect([...storage.values.keys()]).toEqual(['sheaf:template:lists'])
  expect(readDraft(storage, 'lists')).toEqual(edited)
  forgetDraft(storage, 'lists')
  expect(readDraft(storage, 'lists')).toBeNull()
})

test('what says the same as the original is not an edit', () => {
  const storage = memory()
  writeDraft(storage, 'lists', [paragraph('1', 'mine')], [paragraph('a', 'original')])
  writeDraft(storage, 'lists', [paragraph('2', 'original')], [paragraph('a', 'original')])
  expect(storage.values.size).toBe(0)
})

test('ids and the order of attributes do not make a difference, everything else does', () => {
  const item = (id: string, attributes: Block['attributes']): Block => ({ id, kind: 'listItem', attributes })
  expect(
    saysTheSame([item('1', { indent: 1, checked: true })], [item('2', { checked: true, indent: 1 })]),
  ).toBe(true)
  expect(saysTheSame([item('1', { indent: 1 })], [item('1', { indent: 2 })])).toBe(false)
  const quote = (inner: Block): Block => ({ id: 'q', kind: 'blockquote', children: [inner] })
  expect(saysTheSame([quote(paragraph('1', 'a'))], [quote(paragraph('2', 'a'))])).toBe(true)
  expect(saysTheSame([quote(paragraph('1', 'a'))], [quote(paragraph('1', 'b'))])).toBe(false)
})

test('what something else wrote there is not shown', () => {
  for (const bad of ['{', '"x"', '[1]', '[{"text":"no kind"}]']) {
    const storage = memory()
    storage.setItem('sheaf:template:lists', bad)
    expect(readDraft(storage, 'lists')).toBeNull()
  }
})
