/** Where in Markdown a text has come to that comes in pieces. */
export interface CodeState {
  isFenced: boolean
  isInline: boolean
  /** The beginning of the line, by which a fence is known. */
  head: string
  last: string
}

export const NOT_IN_CODE: CodeState = { isFenced: false, isInline: false, head: '', last: '\n' }

const FENCE = /^[ \t]{0,20}`{3}/
const HEAD = 24

/** The next piece of a text with blanks for what is code in it, and where it ends. */
export function outsideCode(before: CodeState, piece: string): { outside: string; state: CodeState } {
  let { isFenced, isInline, head, last } = before
  let outside = ''
  for (const character of piece) {
    if (character === '\n') {
      if (FENCE.test(head)) isFenced = !isFenced
      isInline = false
      head = ''
      outside += character
    } else {
      if (head.length < HEAD) head += character
      // Of several in a row all begin, or end, the same code.
      if (character === '`' && last !== '`') isInline = !isInline
      outside += isFenced || isInline || character === '`' ? ' ' : character
    }
    last = character
  }
  return { outside, state: { isFenced, isInline, head, last } }
}
