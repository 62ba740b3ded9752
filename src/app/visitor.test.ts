import { expect, test } from 'vitest'
import { ANIMALS, makeVisitor, VISITOR_COLORS, visitorIn } from './visitor'

function memory(first: Record<string, string> = {}) {
  const values = new Map(Object.entries(first))
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}

test('1.2 an anonymous visitor gets a random identity that stays', () => {
  const storage = memory()
  const first = visitorIn(storage)
  expect(ANIMALS).toContain(first.name)
  expect(VISITOR_COLORS).toContain(first.color)
  expect(first.id.length).toBeGreaterThan(10)
  expect(visitorIn(storage)).toEqual(first)
  expect(visitorIn(memory()).id).not.toBe(first.id)
})

test('3.15 there are ten animals and ten colours, and all of them turn up', () => {
  expect(ANIMALS).toHaveLength(10)
  expect(VISITOR_COLORS).toHaveLength(10)
  const names = new Set(Array.from({ length: 10 }, (_, i) => makeVisitor(() => i / 10).name))
  expect(names.size).toBe(10)
})

test('an identity that something else spoiled is made anew', () => {
  for (const bad of ['', '{', '{"id":"x","name":"<b>","color":"red"}', 'null'])
    expect(ANIMALS).toContain(visitorIn(memory({ 'sheaf:visitor': bad })).name)
})
