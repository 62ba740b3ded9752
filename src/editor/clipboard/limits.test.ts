import { describe, expect, it } from 'vitest'
import type { Block } from '@/blocks'
import { whyTooBig, whyTooMany } from './limits'
import { looksLikeMarkdown } from './looks-like-markdown'

describe('R34 what is too much to paste at once', () => {
  it('is said with its size, before anything reads it', () => {
    const size = 'x'.repeat(40_000_000)
    expect(whyTooBig('', size)).toBe(
      'This is too much to paste at once (40 MB). Save it as a file and import it instead.',
    )
    expect(whyTooBig(size, 'x')).toMatch(/40 MB/)
  })

  it('is also what makes more blocks or tags than a page can take', () => {
    expect(whyTooBig('', 'a\n'.repeat(10_001))).toMatch(/^These are too many lines/)
    expect(whyTooBig('<b>'.repeat(150_001), 'a')).toMatch(/^These are too many lines/)
    expect(whyTooMany(Array.from({ length: 10_001 }, (): Block => ({ id: '', kind: 'paragraph' })))).toMatch(
      /^These are too many blocks to paste at once \(10001\)/,
    )
  })

  it('is not what people write', () => {
    expect(whyTooBig('', 'A line of words.\n'.repeat(9_000))).toBeNull()
    expect(whyTooBig('<p>A line of words.</p>'.repeat(9_000), 'x')).toBeNull()
    expect(whyTooMany([])).toBeNull()
  })

  it('nothing keeps the signs of Markdown from being looked for', () => {
    for (const sign of ['[', '![', '**', '`', '~~', '|', '_a', '==', '> ']) {
      expect(looksLikeMarkdown(sign.repeat(500_000))).toBeTypeOf('boolean')
    }
  })
})
