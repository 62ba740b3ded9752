import { beforeEach, expect, test } from 'vitest'
import { accessOf, NO_SETTINGS, readAiSettings, writeAiSettings } from './ai-settings'

let kept: Map<string, string>
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}
beforeEach(() => {
  kept = new Map()
})

const ada = { ...NO_SETTINGS, openai: 'sk-ada', model: 'gpt-4.1-2025-04-14-mini' }

test('5.15 what is saved empty is taken away, and nothing stays of a person who has nothing', () => {
  writeAiSettings(storage, 'ada', ada)
  expect(readAiSettings(storage, 'ada')).toEqual(ada)
  writeAiSettings(storage, 'ada', { ...ada, openai: '' })
  expect([...kept.values()].join()).not.toContain('sk-ada')
  writeAiSettings(storage, 'ada', NO_SETTINGS)
  expect(kept.size).toBe(0)
})

test('nobody uses the keys of another person in the same browser; those of a visitor are theirs who signs in', () => {
  writeAiSettings(storage, 'ada', ada)
  expect(readAiSettings(storage, 'eve')).toEqual(NO_SETTINGS)
  expect(readAiSettings(storage, null)).toEqual(NO_SETTINGS)
  writeAiSettings(storage, null, { ...NO_SETTINGS, anthropic: 'sk-ant' })
  expect(readAiSettings(storage, 'ada')).toEqual(ada)
  expect(readAiSettings(storage, 'eve').anthropic).toBe('sk-ant')
  expect(readAiSettings(storage, null)).toEqual(NO_SETTINGS)
})

test('what something else has written, and a storage that is forbidden, are as if there were nothing', () => {
  for (const foreign of ['', 'null', '[]', '7', '{"openai":7}', '{']) {
    kept.set('sheaf:ai:ada', foreign)
    expect(readAiSettings(storage, 'ada')).toEqual(NO_SETTINGS)
  }
  const forbidden = () => {
    throw new Error('forbidden')
  }
  expect(readAiSettings({ getItem: forbidden, setItem: forbidden, removeItem: forbidden }, 'ada')).toEqual(
    NO_SETTINGS,
  )
})

test('a request says what is set and nothing else', () => {
  expect(accessOf(NO_SETTINGS)).toEqual({})
  expect(accessOf({ openai: 'a', anthropic: 'b', uploadthing: 'c', model: 'd' })).toEqual({
    apiKey: 'a',
    anthropicApiKey: 'b',
    model: 'd',
  })
})
