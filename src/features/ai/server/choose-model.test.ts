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

test.each([
  ['https://us.api.openai.com/v1', 'person'],
  ['https://team.openai.azure.com/openai/v1', 'person'],
  ['https://api.fireworks.ai/inference/v1', 'person'],
  ['https://api.perplexity.ai', 'person'],
  ['https://api.cerebras.ai/v1', 'person'],
  ['https://europe-west1-aiplatform.googleapis.com/v1', 'person'],
  ['https://OpenRouter.ai/api/v1', 'person'],
  ['https://evil-openai.com/v1', 'server'],
  ['https://api.openai.com.example.org/v1', 'server'],
  ['https://models.example.org/api.openai.com', 'server'],
  ['http://ai/v1', 'server'],
])('at %s a key of a person is paid for by the %s', (url, payer) => {
  expect(paidBy({ OPENAI_BASE_URL: url }, { apiKey: 'x', model: 'tiny' })).toBe(payer)
})
