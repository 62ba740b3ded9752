import * as commonmark from 'micromark-core-commonmark'
import type { Construct, Effects, Event, Extension, Token, TokenizeContext } from 'micromark-util-types'
import { EMPHASIS, withBoundedPairs } from './bounded-pairs'

type Bounded = 'attention' | 'codeText' | 'htmlText' | 'labelEnd'

/** As often as this something may begin in a text that its end is looked for in vain, up to the end of the text. */
const MOST_IN_VAIN = 30
/** As often as this, on average, a sign may stand between two brackets: in brackets in brackets. */
const MOST_IN_BRACKETS = 32
const ANYWAY_IN_BRACKETS = 2_000

/**
 * Bounds what micromark does for a text of one paragraph, heading or cell (`docs/patched-libraries.md`): without it, signs that nobody
 * writes take it time by the square of their number. What is beyond stays text (R34).
 */
export function boundWork(): void {
  // The library brings types of its own along for the same.
  const { attention, codeText, htmlText, labelEnd } = commonmark as unknown as Record<Bounded, Construct>
  attention.resolveAll = withBoundedPairs(attention.resolveAll!, EMPHASIS)
  boundInVain(codeText)
  boundInVain(htmlText)
  boundBrackets(labelEnd)
}

/** Code and tags that are never closed. */
function boundInVain(construct: Construct): void {
  const { tokenize } = construct
  const inVain = new WeakMap<TokenizeContext, number>()
  construct.tokenize = function (effects, ok, nok) {
    const times = inVain.get(this) ?? 0
    if (times >= MOST_IN_VAIN) return nok
    return tokenize.call(this, effects, ok, (code) => {
      if (code === null) inVain.set(this, times + 1)
      return nok(code)
    })
  }
}

const openBracketsOf = (context: TokenizeContext): readonly Token[] =>
  (context as { _labelStarts?: Token[] })._labelStarts ?? []

/** Brackets in brackets: each closing one reads again all that stands before it up to the opening one. */
function boundBrackets(construct: Construct): void {
  const { tokenize } = construct
  const read = new WeakMap<TokenizeContext, number>()
  construct.tokenize = function (effects, ok, nok) {
    // What cannot be closed any more leaves the list by this.
    const start = tokenize.call(this, withBoundedAttempts(effects), ok, nok)
    const opening = openBracketsOf(this).at(-1)
    if (!opening || opening._inactive) return start
    const now = this.now().offset
    const all = (read.get(this) ?? 0) + now - opening.end.offset
    const length = now - (this.events[0]?.[1].start.offset ?? now)
    if (all > ANYWAY_IN_BRACKETS + MOST_IN_BRACKETS * length) return nok
    read.set(this, all)
    return start
  }
}

const bounded = new WeakSet<object>()
/** What follows the closing bracket of a link: a title may be never closed. */
const withBoundedAttempts = (effects: Effects): Effects => ({
  ...effects,
  attempt(construct, ok, nok) {
    if ('tokenize' in construct && !bounded.has(construct)) {
      bounded.add(construct)
      boundInVain(construct as Construct)
    }
    return effects.attempt(construct, ok, nok)
  },
})

const BRACKET_OR_LINK = new Set(['labelImage', 'labelLink', 'label', 'image', 'link', 'gfmFootnoteCall'])

/**
 * A closing bracket after an exclamation mark, which can be that of a footnote: each looks back through the text for what has
 * opened it.
 */
export function boundLooksBack(construct: Construct): void {
  const { tokenize } = construct
  const looked = new WeakMap<TokenizeContext, number>()
  construct.tokenize = function (effects, ok, nok) {
    const { events } = this
    const before = looked.get(this) ?? 0
    if (before > ANYWAY_IN_BRACKETS + MOST_IN_BRACKETS * events.length) return nok
    const opened = events.findLastIndex(([, { type }]) => BRACKET_OR_LINK.has(type))
    looked.set(this, before + events.length - opened)
    return tokenize.call(this, effects, ok, nok)
  }
}

/** An address is no link after a bracket that is open: each letter that may begin one looks back through the text for such. */
export function knowOpenBrackets(construct: Construct): void {
  const { tokenize } = construct
  construct.tokenize = function (effects, ok, nok) {
    const isOpen = openBracketsOf(this).findLast(({ _balanced }) => !_balanced) !== undefined
    return isOpen ? nok : tokenize.call(this, effects, ok, nok)
  }
}

/**
 * Where a sign turns out to mean nothing, text stands beside text. The library joins such pieces one after the other, and moves for
 * each all that is behind it; with this, the first one joins the others too. It is tried where nothing else is found, and finds nothing.
 */
export const joinTextAtOnce: Extension = {
  text: {
    null: {
      name: 'joinedText',
      tokenize(_, __, nok) {
        joinAtOnce(this.events)
        return nok
      },
    },
  },
  // What stands in a link or a picture is resolved by itself.
  insideSpan: { null: [{ resolveAll: joinAtOnce }] },
}

function joinAtOnce(events: Event[]): Event[] {
  if (events.splice !== spliceText) Object.defineProperty(events, 'splice', { value: spliceText })
  return events
}

const isText = (event: Event | undefined): boolean => event?.[1].type === 'data'

function spliceText(this: Event[], start: number, count: number = this.length, ...added: Event[]): Event[] {
  if (added.length > 0 || count === 0 || !isText(this[start]) || !isText(this[start + count - 1]))
    return Array.prototype.splice.call(this, start, count, ...added)
  const removed = this.slice(start, start + count)
  let length = start
  /** The text that ends before this event. */
  let text: Token | null = null
  for (let at = start + count; at < this.length; at++) {
    const event = this[at]!
    const [step, token] = event
    if (!isText(event) || !text) this[length++] = event
    else if (step === 'exit') text.end = token.end
    if (!isText(event)) text = null
    else if (step === 'exit') text ??= token
  }
  this.length = length
  return removed
}
