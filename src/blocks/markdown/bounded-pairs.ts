import type { Event, Resolver, Token, TokenizeContext } from 'micromark-util-types'

/** A run of signs of which some are in no pair yet. */
interface Run {
  token: Token
  at: number
  marker: string
  left: number
  pairs: number
  /** It could close, but nothing was open: that it could only tells what it may open. */
  isIdle: boolean
}

/** How the runs of one type become pairs. */
interface Pairing {
  type: string
  /** Runs make pairs with those of the same marker. */
  marker(token: Token, context: TokenizeContext): string
  /** How many signs of each a pair takes; 0: these two make none. */
  taken(opener: Run, closer: Run): number
  /** Does what a run closes tell what it may open? */
  isMutual: boolean
}

const lengthOf = ({ start, end }: Token): number => end.offset - start.offset

/** `*` and `_` (CommonMark 6.2). */
export const EMPHASIS: Pairing = {
  type: 'attentionSequence',
  marker: (token, context) => context.sliceSerialize(token).charAt(0),
  taken(opener, closer) {
    const isBoth = opener.token._close || closer.token._open
    if (isBoth && closer.left % 3 !== 0 && (opener.left + closer.left) % 3 === 0) return 0
    return opener.left > 1 && closer.left > 1 ? 2 : 1
  },
  isMutual: true,
}

/** Runs that are in pairs as a whole, with one as long. */
const whole = (type: string): Pairing => ({
  type,
  marker: (token) => String(lengthOf(token)),
  taken: ({ left }) => left,
  isMutual: false,
})
export const STRIKETHROUGH = whole('strikethroughSequenceTemporary')
export const HIGHLIGHT = whole('highlightSequenceTemporary')

/**
 * What the pairs of a text may cost, in events that are copied: what stands in a pair is copied once more for it. In what people
 * write that is a few times, as often as pairs stand in each other.
 */
const MOST_FOR_EACH = 32
const MOST_ANYWAY = 2_000
/** Events that a pair adds to those in it. */
const ADDED = 8
/** To look at an event costs so much less than to copy it. */
const LOOKS_IN_A_COPY = 16

/**
 * Finds the pairs as micromark does, without making them, and takes from every run beyond those that a text may cost that it
 * opens or closes something: it stays the signs that it is (R34).
 */
function boundPairs(events: readonly Event[], context: TokenizeContext, pairing: Pairing): void {
  let left = MOST_ANYWAY + MOST_FOR_EACH * events.length
  const open: Run[] = []
  const waiting = new Map<string, number>()
  const idle: Run[] = []
  const drop = (length: number) => {
    for (const { marker } of open.splice(length)) waiting.set(marker, waiting.get(marker)! - 1)
  }
  for (const [at, [step, token]] of events.entries()) {
    if (step !== 'enter' || token.type !== pairing.type) continue
    const marker = pairing.marker(token, context)
    const run: Run = { token, at, marker, left: lengthOf(token), pairs: 0, isIdle: false }
    const isOpener = (one: Run): boolean => {
      if (one.marker !== marker) return false
      if (pairing.taken(one, run) > 0) return true
      // They make no pair because the other could close: that has to stay, and it will be looked for what it closes.
      if (one.isIdle && !token._open) {
        one.isIdle = false
        left -= one.at / LOOKS_IN_A_COPY
      }
      return false
    }
    while (token._close && run.left > 0 && left >= 0) {
      const hasWaiting = (waiting.get(marker) ?? 0) > 0
      const index = hasWaiting ? open.findLastIndex(isOpener) : -1
      const opener = open[index]
      if (!opener) {
        // It would be looked for up to the beginning.
        if (run.pairs === 0 && !(pairing.isMutual && token._open)) token._close = false
        else if (run.pairs === 0 && !hasWaiting) {
          run.isIdle = true
          idle.push(run)
        } else left -= at / LOOKS_IN_A_COPY
        break
      }
      left -= at - opener.at + ADDED * Math.max(++run.pairs, ++opener.pairs)
      const taken = pairing.taken(opener, run)
      opener.left -= taken
      run.left -= taken
      drop(opener.left > 0 ? index + 1 : index)
    }
    if (left < 0) {
      token._open = false
      token._close = false
    } else if (token._open && run.left > 0) {
      open.push(run)
      waiting.set(marker, (waiting.get(marker) ?? 0) + 1)
    }
  }
  for (const { token, isIdle } of idle) if (isIdle) token._close = false
}

/** The same resolver, for what is left when the pairs are bounded. */
export const withBoundedPairs =
  (resolve: Resolver, pairing: Pairing): Resolver =>
  (events, context) => {
    boundPairs(events, context, pairing)
    return resolve(events, context)
  }
