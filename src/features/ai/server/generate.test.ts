import { startAiProvider } from '@test/ai-provider'
import { expect, test } from 'vitest'
import { readConfig } from '@/server/config'
import { forOperator } from '@/server/operator'
import { chooseModel } from './choose-model'
import { generate } from './generate'

test('R65 a provider that says nothing, or goes silent in the middle, is given up in words, and its request ends', async () => {
  const provider = await startAiProvider()
  const { ai } = readConfig({ OPENAI_BASE_URL: provider.url })
  for (const text of [undefined, 'Begun']) {
    provider.answers({ ...(text && { text }), stalls: true })
    const words = generate(chooseModel(ai, {})!, {
      prompt: { system: 'Be short', turns: [{ role: 'user', text: 'Hi' }] },
      signal: new AbortController().signal,
      waits: { first: 300, next: 100 },
    })
    const read = async () => {
      for await (const _ of words) {
        // What comes before the silence is not what this is about.
      }
    }
    await expect(read()).rejects.toThrow(/has not answered/)
    expect((await provider.requests.at(-1)!.closed).early).toBe(true)
  }
  await provider.close()
})

test('models belong to the provider that their name says; addresses of the operator take any name', () => {
  const chosen = (env: Record<string, string>, request = {}) => {
    const found = chooseModel(readConfig(env).ai, request)
    return found && `${found.provider} ${found.name} ${found.paidBy} ${found.contextTokens}`
  }
  expect(chosen({})).toBeNull()
  expect(chosen({ OPENAI_API_KEY: 'k' })).toBe('openai gpt-4.1-2025-04-14 server 100000')
  expect(chosen({ ANTHROPIC_API_KEY: 'k' })).toBe('anthropic claude-opus-4-20250514 server 100000')
  expect(chosen({ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', AI_MODEL: 'llama' })).toBe(
    'openai llama server 3000',
  )
  expect(chosen({ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }, { model: 'claude-3' })).toBe(
    'openai claude-3 server 3000',
  )
  expect(chosen({ AI_CONTEXT_TOKENS: '9000' }, { anthropicApiKey: 'k' })).toBe(
    'anthropic claude-opus-4-20250514 person 9000',
  )
  const both = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' }
  expect(chosen(both)).toMatch(/^openai gpt-4.1-2025-04-14 /)
  expect(chosen(both, { use: 'chat' })).toMatch(/^anthropic claude-opus-4-20250514 /)
  expect(chosen({ OPENAI_API_KEY: 'k' }, { use: 'chat' })).toMatch(/^openai gpt-4.1-2025-04-14 /)
  expect(chosen({ ...both, AI_MODEL: 'o3' }, { use: 'chat' })).toMatch(/^openai o3 /)
  expect(chosen(both, { model: 'gpt-4.1-2025-04-14-mini' })).toMatch(/^openai gpt-4.1-mini-2025-04-14 /)
  const claude = () => chosen({ OPENAI_API_KEY: 'k' }, { model: 'claude-3' })
  expect(() => forOperator(claude)).toThrow(/ANTHROPIC_API_KEY/)
  expect(() => forOperator(() => chosen({ ANTHROPIC_API_KEY: 'k' }, { model: 'o3' }))).toThrow(
    /OPENAI_API_KEY/,
  )
  expect(claude).toThrow(/^There is no key for claude-3\. Set your own in the API settings/)
})

test('9.11 the variant "thinking" asks Anthropic to let the model think; its thoughts are no part of the answer', async () => {
  const provider = await startAiProvider()
  const { ai } = readConfig({ ANTHROPIC_BASE_URL: provider.url })
  provider.answers({ text: 'Yes' })
  for (const model of ['claude-opus-4-20250514-thinking', 'claude-opus-4-20250514']) {
    const words = generate(chooseModel(ai, { model })!, {
      prompt: { system: 'Be short', turns: [{ role: 'user', text: 'Hi' }] },
      signal: new AbortController().signal,
    })
    let all = ''
    for await (const piece of words) all += piece
    expect(all).toBe('Yes')
  }
  expect(provider.requests.map(({ body }) => body)).toMatchObject([
    { model: 'claude-opus-4-20250514', thinking: { type: 'enabled', budget_tokens: 4096 } },
    { model: 'claude-opus-4-20250514' },
  ])
  expect(provider.requests[1]?.body).not.toHaveProperty('thinking')
  await provider.close()
})
