import type { Block } from '@/blocks'
import { isIsoDate } from '@/blocks/date/date-words'
import { isInlineText } from '@/blocks/kit/block'
import { isTodo } from '@/blocks/list-item/list-styles'
import { mentionedFile, mentionedPage } from '@/blocks/mention/mention'
import { plainInline } from '@/blocks/plain-text'

/** A to-do that is not done and says a day. */
export interface DueTodo {
  blockId: string
  /** The first day that it says, such as `2026-01-05`. */
  due: string
  /** Its words without that day. */
  words: string
  /** The ids of the people it mentions. */
  people: string[]
}

/** Of a page with more, only this many count: the first. */
const MOST = 500
const MOST_PEOPLE = 20
const LONGEST_WORDS = 300
/** The to-dos in the blocks of a page that are not done and say a day. */
export function dueTodosIn(blocks: readonly Block[]): DueTodo[] {
  const found: DueTodo[] = []
  const rest = [...blocks].reverse()
  for (let block = rest.pop(); block && found.length < MOST; block = rest.pop()) {
    const todo = dueTodo(block)
    if (todo) found.push(todo)
    for (const child of [...(block.children ?? [])].reverse()) rest.push(child)
  }
  return found
}

function dueTodo({ id, kind, attributes, text = [] }: Block): DueTodo | null {
  if (kind !== 'listItem' || !isTodo(attributes?.listStyleType) || attributes?.checked === true) return null
  let due: string | null = null
  const people = new Set<string>()
  const said = text.filter((piece) => {
    if (isInlineText(piece)) return true
    const { key, date } = piece.attributes ?? {}
    if (piece.kind === 'date' && due === null && typeof date === 'string' && isIsoDate(date) && date !== '') {
      due = date
      return false
    }
    const isPerson =
      piece.kind === 'mention' &&
      typeof key === 'string' &&
      mentionedPage(key) === null &&
      mentionedFile(piece.attributes ?? {}) === null
    if (isPerson && people.size < MOST_PEOPLE) people.add(key)
    return true
  })
  if (due === null) return null
  const words = plainInline(said).replace(/\s+/g, ' ').trim().slice(0, LONGEST_WORDS)
  return { blockId: id, due, words, people: [...people] }
}
