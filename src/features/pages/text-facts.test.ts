import { describe, expect, it } from 'vitest'
import { textFactsOf } from './text-facts'

describe('2.31 the length of a page', () => {
  it('2.31 an empty page has no words, no characters and takes no time', () => {
    expect(textFactsOf('\n')).toEqual({ words: 0, characters: 0, minutes: 0 })
  })
  it('2.31 a sentence has words, characters with spaces but without line ends, and takes a minute', () => {
    expect(textFactsOf('Tell Ada\nat once.')).toEqual({ words: 4, characters: 16, minutes: 1 })
  })
  it('2.31 what people see as one character counts once', () => {
    expect(textFactsOf('👩‍👩‍👧 e\u0301').characters).toBe(3)
  })
  it('2.31 words of a language without spaces are counted by its own rules', () => {
    expect(textFactsOf('我们今天去公园', 'zh').words).toBeGreaterThan(2)
  })
  it('2.31 a long text takes as many minutes as it is read in, rounded up', () => {
    expect(textFactsOf('word '.repeat(231)).minutes).toBe(2)
    expect(textFactsOf('word '.repeat(2300)).minutes).toBe(10)
  })
})
