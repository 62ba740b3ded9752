import { expect, it } from 'vitest'
import { linesOf } from './ask-proposals'

it('reads proposals however a model writes them down', () => {
  const written =
    'Here are three titles:\n\n1. **Tea at home**\n- "How I make tea"\n# Tea, step by step\r\nTea at home\n'
  expect(linesOf(written)).toEqual(['Tea at home', 'How I make tea', 'Tea, step by step'])
  expect(linesOf('\n \u0000 \n')).toEqual([])
})
