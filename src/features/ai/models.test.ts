import { expect, test } from 'vitest'
import { askedModel, joinModel, MODELS, splitModel } from './models'

test('9.11 a model and its variant are joined with a hyphen, and taken apart again; any other name stays what it is', () => {
  expect(MODELS.map(({ id, variants }) => [id, ...variants])).toEqual([
    ['claude-opus-4-20250514', 'thinking'],
    ['o3-2025-04-16', 'mini', 'pro'],
    ['gpt-4.1-2025-04-14', 'mini'],
  ])
  expect(joinModel('gpt-4.1-2025-04-14', 'mini')).toBe('gpt-4.1-2025-04-14-mini')
  for (const { id, variants } of MODELS)
    for (const variant of ['', ...variants])
      expect(splitModel(joinModel(id, variant))).toEqual({ model: id, variant })
  expect(splitModel('llama3.2')).toBeNull()
  expect(splitModel('')).toBeNull()
})

test('a provider is asked for a variant by the name that it gives it', () => {
  expect(askedModel('gpt-4.1-2025-04-14-mini')).toEqual({
    name: 'gpt-4.1-mini-2025-04-14',
    isThinking: false,
  })
  expect(askedModel('claude-opus-4-20250514-thinking')).toEqual({
    name: 'claude-opus-4-20250514',
    isThinking: true,
  })
  expect(askedModel('qwen3-thinking')).toEqual({ name: 'qwen3-thinking', isThinking: false })
})
