import { describe, expect, it } from 'vitest'
import { readCodeColours } from '@/blocks/code-block/code-colours'
import { boundedTime } from './bounded-time'

const forEver = () => {
  for (;;);
}
const inVain = () => /^(a+)+$/.test(`${'a'.repeat(60)}b`)

describe('work that may take only so long', () => {
  it('gives what it makes, and throws what it throws', () => {
    const bounded = boundedTime()
    expect(bounded(() => bounded.length)).toBe(1)
    expect(() =>
      bounded(() => {
        throw new TypeError('no')
      }),
    ).toThrow(new TypeError('no'))
  })

  it.each([forEver, inVain])('R34 is stopped, and the next goes on: %s', (work) => {
    const bounded = boundedTime(500)
    expect(() => bounded(work)).toThrow('timed out')
    expect(bounded(() => 'next')).toBe('next')
  })

  it('R34 is not begun when all before it has taken the time', () => {
    const bounded = boundedTime(50, 60)
    expect(() => bounded(forEver)).toThrow('timed out')
    expect(() => bounded(forEver)).toThrow()
    expect(() => bounded(() => 1)).toThrow('no time left')
  })

  it('R34 code that no grammar comes to the end of stays in one colour, and other code has its own', async () => {
    const code = (text: string, lang: string) => ({
      id: lang,
      kind: 'codeBlock',
      attributes: { lang },
      text: [{ text }],
    })
    const hostile = '[a]('.repeat(10_000)
    const coloured = await readCodeColours(
      [code(hostile, 'markdown'), code('let a = 1', 'js')],
      boundedTime(200),
    )
    expect(coloured(hostile, 'markdown')).toEqual([hostile])
    expect(coloured('let a = 1', 'js')).not.toHaveLength(1)
  })
})
