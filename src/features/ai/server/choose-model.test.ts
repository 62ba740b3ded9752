import { expect, test } from 'vitest'
import { readConfig } from '@/server/config'
import { chooseModel } from './choose-model.ts'

const paidBy = (env: Record<string, string>, request: Parameters<typeof chooseModel>[1]) =>
  chooseModel(readConfig(env).ai, request)?.paidBy

test('a key of a person pays where a vendor checks it, and not at an address of the operator’s', () => {
  const own = { apiKey: 'x', anthropicApiKey: 'y' }
  for (const model of ['tiny', 'claude-x']) {
    expect(paidBy({}, { ...own, model })).toBe('person')
    expect(paidBy({ OPENAI_API_KEY: 'a', ANTHROPIC_API_KEY: 'b' }, { model })).toBe('server')
    const local = { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1/v1' }
    expect(paidBy(local, { ...own, model })).toBe('server')
  }
  expect(paidBy({ OPENAI_BASE_URL: 'https://openrouter.ai/api/v1' }, { ...own, model: 'tiny' })).toBe(
    'person',
  )
})
