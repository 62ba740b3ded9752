import { expect, test } from 'vitest'
import { estimatedTokens } from '@/server/providers/tokens'
import { chatPrompt } from './chat-prompt'

const turn = (role: 'user' | 'assistant', text: string) => ({ role, text })
const told = (tokens: number, ...history: ReturnType<typeof turn>[]) =>
  chatPrompt({ history, pages: [], question: 'Make it shorter', tokens, personal: '' }).turns.map(
    ({ text }) => text,
  )

test('the newest of what was said before is told, shortened where it does not fit, older pairs whole or not at all', () => {
  const old = [turn('user', 'Old question'), turn('assistant', 'Old answer')]
  const long = [turn('user', 'Tell me of foxes'), turn('assistant', `Foxes ${'run and '.repeat(500)}sleep`)]
  expect(told(5_000, ...old, ...long)).toHaveLength(5)
  const [question, answer = '', ...rest] = told(200, ...old, ...long)
  expect(question).toBe('Tell me of foxes')
  expect(answer).toMatch(/^Foxes run and .*…$/)
  expect(estimatedTokens(answer)).toBeLessThanOrEqual(200)
  expect(rest).toEqual(['Make it shorter'])
  expect(told(30, ...long)).toEqual(['Make it shorter'])
  // No character is cut in two.
  const signs = told(100, turn('user', '狐'.repeat(400)), turn('assistant', '🦊'.repeat(400)))
  expect(signs.join('')).not.toContain('\ufffd')
  expect(signs.join('').isWellFormed()).toBe(true)
  expect(signs).toHaveLength(3)
})
