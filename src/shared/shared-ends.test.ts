import { describe, expect, it } from 'vitest'
import { sharedEnds, sharedHead, sharedTail } from './shared-ends'

describe('what two sequences share at their ends', () => {
  it.each([
    ['one item in the middle differs', 'abcd', 'abXd', { head: 2, tail: 1 }],
    ['something was put in', 'ad', 'abcd', { head: 1, tail: 1 }],
    ['something was taken out', 'abcd', 'ad', { head: 1, tail: 1 }],
    ['they are equal: all is head', 'abc', 'abc', { head: 3, tail: 0 }],
    ['nothing is shared', 'abc', 'xyz', { head: 0, tail: 0 }],
    ['one of them is empty', '', 'abc', { head: 0, tail: 0 }],
    ['both are empty', '', '', { head: 0, tail: 0 }],
    ['what repeats counts once, at the head', 'aa', 'aaaa', { head: 2, tail: 0 }],
    ['the tail ends where the head does', 'aba', 'ababa', { head: 3, tail: 0 }],
    ['only the end is shared', 'bc', 'abc', { head: 0, tail: 2 }],
  ])('%s', (_, old, now, ends) => {
    expect(sharedEnds(old, now)).toEqual(ends)
    expect(sharedEnds([...old], [...now])).toEqual(ends)
  })

  it('items that are not identical are the same where the caller says so', () => {
    const blocks = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
    const ids = ['a', 'x', 'y', 'c']
    expect(sharedEnds(blocks, ids, (block, id) => block.id === id)).toEqual({ head: 1, tail: 1 })
    expect(sharedEnds('aBc', 'AbX', (a, b) => a.toLowerCase() === b.toLowerCase())).toEqual({
      head: 2,
      tail: 0,
    })
  })

  it('the caller is not asked about items that are identical', () => {
    const asked: string[] = []
    sharedEnds(['a', 'b', 'c'], ['a', 'x', 'c'], (a, b) => {
      asked.push(a + b)
      return false
    })
    expect(asked).toEqual(['bx', 'bx'])
  })

  it('a caller that gives back a part of the head gets a tail that may be longer', () => {
    const [old, now] = ['\ud83d\ude00', '\ud83d\ude01\ud83d\ude00']
    expect(sharedHead(old, now)).toBe(1)
    expect(sharedTail(old, now, 1)).toBe(1)
    expect(sharedTail(old, now, 0)).toBe(2)
  })
})
