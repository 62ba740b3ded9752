import { expect, test } from 'vitest'
import { readShape, writeShape } from './home-shape'

const GUESS = { waiting: 0, due: 0, mentions: 0, recents: 5, changed: 0, favorites: 0 }

test('the shape of home is kept, and what is not one is a guess', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  expect(readShape(storage)).toEqual(GUESS)
  writeShape(storage, { ...GUESS, waiting: 2, favorites: 3 })
  expect(readShape(storage)).toEqual({ ...GUESS, waiting: 2, favorites: 3 })
  const written = (value: string) => readShape({ getItem: () => value })
  for (const value of ['', 'null', '7', '[]', '{"recents":"5"}', '{"recents":-1}', '{"waiting":null}'])
    expect(written(value)).toEqual(GUESS)
  expect(written('{"recents":1e9}').recents).toBe(30)
  const forbidden = () => {
    throw new Error('forbidden')
  }
  expect(readShape({ getItem: forbidden })).toEqual(GUESS)
  writeShape({ setItem: forbidden }, GUESS)
})
