import { describe, expect, it } from 'vitest'
import { caretAfter } from './caret-after'

/** Both texts with `|` where the caret is. */
function check(before: string, after: string) {
  const caret = caretAfter(before.replace('|', ''), after.replace('|', ''), before.indexOf('|'))
  const plain = after.replace('|', '')
  expect(`${plain.slice(0, caret)}|${plain.slice(caret)}`).toBe(after)
}

describe('the caret in a title that somebody else changes', () => {
  it('stays beside its character', () => {
    check('ab|cd', 'Xab|cd')
    check('ab|cd', 'ab|cdX')
    check('abcd|', 'Xabcd|')
    check('|abcd', '|abcdX')
  })
  it('goes to the edge of what was replaced around it', () => {
    check('one tw|o three', 'one 2| three')
    check('abc|', '|')
  })
})
