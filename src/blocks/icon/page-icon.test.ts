import { describe, expect, it } from 'vitest'
import { drawingIcon, emojiOf, isPageIcon, pageIconLabel, readPageIcon } from './page-icon'

describe('the icon of a page', () => {
  it('3.2 is an emoji or the name of an icon, with a colour and filled if one likes', () => {
    expect(readPageIcon('🪴')).toEqual({ kind: 'emoji', emoji: '🪴' })
    expect(readPageIcon('1️⃣').kind).toBe('emoji')
    const drawing = { kind: 'drawing', name: 'arrow-down-01' }
    expect(readPageIcon('arrow-down-01')).toEqual({ ...drawing, color: null, filled: false })
    expect(readPageIcon('arrow-down-01:blue')).toEqual({ ...drawing, color: 'blue', filled: false })
    expect(readPageIcon('arrow-down-01:blue:filled')).toEqual({ ...drawing, color: 'blue', filled: true })
    expect(readPageIcon('arrow-down-01:filled')).toEqual({ ...drawing, color: null, filled: true })
    for (const [color, filled] of [
      [null, false],
      ['red', false],
      [null, true],
      ['red', true],
    ] as const) {
      const value = drawingIcon('rocket', color, filled)
      expect(isPageIcon(value)).toBe(true)
      expect(readPageIcon(value)).toEqual({ kind: 'drawing', name: 'rocket', color, filled })
    }
  })

  it('what is neither cannot be stored', () => {
    for (const value of ['🪴', '👩🏽‍💻', '1️⃣', '☂️', 'book-open', 'book-open:pink:filled'])
      expect(isPageIcon(value), value).toBe(true)
    for (const value of [
      '',
      'Rocket',
      'rocket:mauve',
      'rocket:filled:blue',
      '<b>',
      'é<i>',
      '🪴'.repeat(20),
      '12',
    ])
      expect(isPageIcon(value), value).toBe(false)
  })

  it('a line of text holds the emoji, a label says both', () => {
    expect([emojiOf('🪴'), emojiOf('rocket:blue'), emojiOf(null), emojiOf('')]).toEqual([
      '🪴',
      null,
      null,
      null,
    ])
    expect(pageIconLabel('🪴')).toBe('🪴')
    expect(pageIconLabel('arrow-down:blue')).toBe('arrow down')
  })
})
