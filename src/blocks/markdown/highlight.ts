import type { PhrasingContent } from 'mdast'
import type { Extension as FromMarkdown } from 'mdast-util-from-markdown'
import type { Handle, Options as ToMarkdown } from 'mdast-util-to-markdown'
import { splice } from 'micromark-util-chunked'
import { classifyCharacter } from 'micromark-util-classify-character'
import { resolveAll } from 'micromark-util-resolve-all'
import type { Code, Event, Extension, Resolver, State, Token, Tokenizer } from 'micromark-util-types'

import { HIGHLIGHT, withBoundedPairs } from './bounded-pairs'

declare module 'mdast' {
  interface Highlight {
    type: 'highlight'
    children: PhrasingContent[]
  }
  interface PhrasingContentMap {
    highlight: Highlight
  }
  interface RootContentMap {
    highlight: Highlight
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    highlight: 'highlight'
    highlightText: 'highlightText'
    highlightSequence: 'highlightSequence'
    highlightSequenceTemporary: 'highlightSequenceTemporary'
  }
}

declare module 'mdast-util-to-markdown' {
  interface ConstructNameMap {
    highlight: 'highlight'
  }
}

const EQUALS = 61

/** `==marked==` (rulings 6): pairs like GFM's strikethrough, with exactly two signs on each side. */
export function highlightSyntax(): Extension {
  const construct = {
    name: 'highlight',
    tokenize,
    resolveAll: withBoundedPairs(resolveHighlights, HIGHLIGHT),
  }
  return {
    text: { [EQUALS]: construct },
    insideSpan: { null: [construct] },
    attentionMarkers: { null: [EQUALS] },
  }
}

const tokenize: Tokenizer = function (effects, ok, nok) {
  const { previous, events } = this
  let size = 0
  return start

  function start(code: Code): State | undefined {
    if (previous === EQUALS && events.at(-1)?.[1].type !== 'characterEscape') return nok(code)
    effects.enter('highlightSequenceTemporary')
    return more(code)
  }

  function more(code: Code): State | undefined {
    if (code === EQUALS) {
      if (size > 1) return nok(code)
      effects.consume(code)
      size++
      return more
    }
    if (size < 2) return nok(code)
    const before = classifyCharacter(previous)
    const after = classifyCharacter(code)
    const token = effects.exit('highlightSequenceTemporary')
    token._open = !after || (after === 2 && Boolean(before))
    token._close = !before || (before === 2 && Boolean(after))
    return ok(code)
  }
}

const resolveHighlights: Resolver = (events, context) => {
  for (let close = 0; close < events.length; close++) {
    const closing = events[close]!
    if (closing[0] !== 'enter' || closing[1].type !== 'highlightSequenceTemporary' || !closing[1]._close)
      continue
    let open = close
    while (open--) {
      const [step, token] = events[open]!
      if (step === 'exit' && token.type === 'highlightSequenceTemporary' && token._open) break
    }
    if (open < 0) {
      // Nothing before this can be an opener either: the next search need not come here again.
      closing[1]._close = false
      continue
    }
    const opening = events[open]!
    closing[1].type = 'highlightSequence'
    opening[1].type = 'highlightSequence'
    const span: Token = { type: 'highlight', start: { ...opening[1].start }, end: { ...closing[1].end } }
    const text: Token = { type: 'highlightText', start: { ...opening[1].end }, end: { ...closing[1].start } }
    const next: Event[] = [
      ['enter', span, context],
      ['enter', opening[1], context],
      ['exit', opening[1], context],
      ['enter', text, context],
    ]
    const inside = context.parser.constructs.insideSpan.null
    if (inside) splice(next, next.length, 0, resolveAll(inside, events.slice(open + 1, close), context))
    splice(next, next.length, 0, [
      ['exit', text, context],
      ['enter', closing[1], context],
      ['exit', closing[1], context],
      ['exit', span, context],
    ])
    splice(events, open - 1, close - open + 3, next)
    close = open + next.length - 2
  }
  for (const [, token] of events) {
    if (token.type === 'highlightSequenceTemporary') token.type = 'data'
  }
  return events
}

export const highlightFromMarkdown: FromMarkdown = {
  canContainEols: ['highlight'],
  enter: {
    highlight(token) {
      this.enter({ type: 'highlight', children: [] }, token)
    },
  },
  exit: {
    highlight(token) {
      this.exit(token)
    },
  },
}

const writeHighlight: Handle = (node: { children: PhrasingContent[] }, _, state, info) => {
  const tracker = state.createTracker(info)
  const exit = state.enter('highlight')
  let value = tracker.move('==')
  value += state.containerPhrasing(
    { type: 'paragraph', children: node.children },
    { ...tracker.current(), before: value, after: '=' },
  )
  value += tracker.move('==')
  exit()
  return value
}

export const highlightToMarkdown: ToMarkdown = {
  unsafe: [
    { character: '=', before: '=', inConstruct: 'phrasing' },
    { character: '=', after: '=', inConstruct: 'phrasing' },
  ],
  handlers: {
    highlight: Object.assign(writeHighlight, {
      attention: () => ({ construct: 'highlight' as const, markers: ['='], sizes: [2] }),
      peek: () => '=',
    }),
  },
}
