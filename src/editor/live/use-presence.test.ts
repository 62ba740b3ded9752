import { expect, test } from 'vitest'
import { Awareness } from 'y-protocols/awareness'
import { Doc } from 'yjs'
import { colorOf, PRESENCE_COLORS } from '@/document'
import { presentOthers } from './use-presence'

const person = (id: string, name: string) => ({ user: { id, name, color: colorOf(id) } })

test('9.10 of two people who are called the same the second is numbered, and nobody stands there twice', () => {
  const awareness = new Awareness(new Doc())
  awareness.setLocalState(person('me', 'Ada'))
  const here = [
    person('a', 'Ada'),
    person('b', 'Ada'),
    person('b', 'Ada'),
    person('c', 'Bea'),
    person('me', 'Ada'),
  ]
  for (const [at, state] of here.entries()) awareness.states.set(at + 1, state)
  const shown = presentOthers(awareness)
  expect(shown.map(({ id, name }) => `${id} ${name}`)).toEqual(['a Ada', 'b Ada 2', 'c Bea'])
  expect(presentOthers(awareness)).toBe(shown)
  awareness.destroy()
})

test('3.15 of two tabs of somebody the one counts that was used last; a caret that moves within a minute makes no new list', () => {
  const awareness = new Awareness(new Doc())
  const tab = (lastSeen: string) => ({ user: { ...person('a', 'A').user, displayName: 'Ada', lastSeen } })
  awareness.states.set(1, tab('2026-03-01T10:00:05.000Z'))
  awareness.states.set(2, tab('2026-03-01T09:00:00.000Z'))
  const shown = presentOthers(awareness)
  expect(shown).toMatchObject([{ name: 'Ada', lastSeen: '2026-03-01T10:00:05.000Z' }])
  awareness.states.set(2, tab('2026-03-01T10:00:59.000Z'))
  expect(presentOthers(awareness)).toBe(shown)
  awareness.states.set(2, tab('2026-03-01T10:01:00.000Z'))
  expect(presentOthers(awareness)).toMatchObject([{ lastSeen: '2026-03-01T10:01:00.000Z' }])
  awareness.states.set(1, { user: { ...person('a', 'A').user, lastSeen: 'javascript:alert(1)' } })
  awareness.states.delete(2)
  expect(presentOthers(awareness)).toMatchObject([{ name: 'A', lastSeen: null }])
  awareness.destroy()
})

test('9.10 people have one of ten colors, which is always the same for the same person', () => {
  expect(new Set(PRESENCE_COLORS).size).toBe(10)
  const of = Array.from({ length: 1_000 }, (_, at) => colorOf(`person-${at}`))
  expect(new Set(of)).toEqual(new Set(PRESENCE_COLORS))
  expect(colorOf('ada')).toBe(colorOf('ada'))
  // White words on it can be read: 4.5 to 1 or better.
  for (const color of PRESENCE_COLORS) {
    const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    const luminance = 0.2126 * linear(r!) + 0.7152 * linear(g!) + 0.0722 * linear(b!)
    expect(1.05 / (luminance + 0.05), color).toBeGreaterThanOrEqual(4.5)
  }
})
