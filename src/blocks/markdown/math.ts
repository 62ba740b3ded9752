import type { Nodes, Paragraph, Root } from 'mdast'
import type { Extension as FromMarkdown } from 'mdast-util-from-markdown'
import type { Handle, Options as ToMarkdown } from 'mdast-util-to-markdown'
import type {
  Code,
  Construct,
  Effects,
  Extension,
  State,
  Token,
  TokenizeContext,
  Tokenizer,
} from 'micromark-util-types'
import { LONGEST_INLINE } from '../inline-equation/fits-inline'

declare module 'mdast' {
  /** `$$` … `$$` on lines of their own. */
  interface Math {
    type: 'math'
    value: string
  }
  /** `$…$`, or `$$…$$` in the middle of a line. */
  interface InlineMath {
    type: 'inlineMath'
    value: string
    /** Written with two signs: alone in its paragraph, it is meant to stand alone. */
    isDisplay?: boolean
  }
  interface BlockContentMap {
    math: Math
  }
  interface PhrasingContentMap {
    inlineMath: InlineMath
  }
  interface RootContentMap {
    math: Math
    inlineMath: InlineMath
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathFlow: 'mathFlow'
    mathFlowFence: 'mathFlowFence'
    mathFlowFenceSequence: 'mathFlowFenceSequence'
    mathFlowValue: 'mathFlowValue'
    mathText: 'mathText'
    mathTextSequence: 'mathTextSequence'
    mathTextData: 'mathTextData'
  }
}

declare module 'mdast-util-to-markdown' {
  interface ConstructNameMap {
    mathFlow: 'mathFlow'
  }
}

const DOLLAR = 36
const BACKSLASH = 92

const isEnd = (code: Code): boolean => code === null || code < -2
const isSpace = (code: Code): boolean => code === -2 || code === -1 || code === 32
const isDigit = (code: Code): boolean => code !== null && code >= 48 && code <= 57

/**
 * `$…$` and `$$` blocks (rulings 6). A lone `$` opens only before a character that is no space, and closes only behind one
 * and before no digit, as in Pandoc: "$5 or $6" are prices. No other `$` stands in between, unless it is escaped.
 */
export const mathSyntax = (): Extension => ({
  flow: { [DOLLAR]: mathFlow },
  text: { [DOLLAR]: { name: 'mathText', tokenize: tokenizeText } },
})

const tokenizeText: Tokenizer = function (effects, ok, nok) {
  const { previous, events } = this
  let size = 0
  let length = 0
  let closing = 0
  let before: Code = null
  let token: Token
  return start

  function start(code: Code): State | undefined {
    if (previous === DOLLAR && events.at(-1)?.[1].type !== 'characterEscape') return nok(code)
    effects.enter('mathText')
    effects.enter('mathTextSequence')
    return open(code)
  }

  function open(code: Code): State | undefined {
    if (code === DOLLAR) {
      effects.consume(code)
      size++
      return open
    }
    if (size > 2 || isEnd(code) || (size === 1 && isSpace(code))) return nok(code)
    effects.exit('mathTextSequence')
    effects.enter('mathTextData')
    return data(code)
  }

  function data(code: Code): State | undefined {
    if (isEnd(code) || length > LONGEST_INLINE) return nok(code)
    if (code === DOLLAR) {
      // It may open another one, but it does not belong into this.
      if (size === 1 && isSpace(before)) return nok(code)
      effects.exit('mathTextData')
      token = effects.enter('mathTextSequence')
      closing = 0
      return close(code)
    }
    take(code)
    return code === BACKSLASH ? escaped : data
  }

  function escaped(code: Code): State | undefined {
    if (isEnd(code)) return nok(code)
    take(code)
    return data
  }

  function close(code: Code): State | undefined {
    if (code === DOLLAR) {
      take(code)
      closing++
      return close
    }
    if (closing === size && !(size === 1 && isDigit(code))) {
      effects.exit('mathTextSequence')
      effects.exit('mathText')
      return ok(code)
    }
    if (size === 1) return nok(code)
    token.type = 'mathTextData'
    return data(code)
  }

  function take(code: Code): void {
    effects.consume(code)
    before = code
    length++
  }
}

const nextLine: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const { parser } = this
    const now = () => this.now().line
    return (code) => {
      if (code === null) return nok(code)
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      return (following) => (parser.lazy[now()] ? nok(following) : ok(following))
    }
  },
}

/** Spaces as a token of their own, at most `most` of them, and then `next`. */
function skipSpaces(effects: Effects, next: State, type: 'whitespace' | 'linePrefix', most: number): State {
  let count = 0
  return (code) => {
    if (!isSpace(code) || most === 0) return next(code)
    effects.enter(type)
    return more(code)
  }
  function more(code: Code): State | undefined {
    if (isSpace(code) && count++ < most) {
      effects.consume(code)
      return more
    }
    effects.exit(type)
    return next(code)
  }
}

const mathFlow: Construct = {
  name: 'mathFlow',
  concrete: true,
  tokenize: function tokenizeFlow(this: TokenizeContext, effects, ok, nok) {
    const tail = this.events.at(-1)
    const indent = tail?.[1].type === 'linePrefix' ? tail[2].sliceSerialize(tail[1], true).length : 0
    const interrupts = this.interrupt
    let size = 0
    const closingFence: Construct = { partial: true, tokenize: tokenizeClosing }
    return (code) => {
      effects.enter('mathFlow')
      effects.enter('mathFlowFence')
      effects.enter('mathFlowFenceSequence')
      return open(code)
    }

    function open(code: Code): State | undefined {
      if (code === DOLLAR) {
        effects.consume(code)
        size++
        return open
      }
      if (size < 2) return nok(code)
      effects.exit('mathFlowFenceSequence')
      return skipSpaces(effects, opened, 'whitespace', Number.POSITIVE_INFINITY)(code)
    }

    function opened(code: Code): State | undefined {
      if (!isEnd(code)) return nok(code)
      effects.exit('mathFlowFence')
      return interrupts ? ok(code) : effects.attempt(nextLine, lineStart, after)(code)
    }

    function lineStart(code: Code): State | undefined {
      return effects.attempt(closingFence, after, skipSpaces(effects, content, 'linePrefix', indent))(code)
    }

    function content(code: Code): State | undefined {
      if (isEnd(code)) return lineEnd(code)
      effects.enter('mathFlowValue')
      return value(code)
    }

    function value(code: Code): State | undefined {
      if (isEnd(code)) {
        effects.exit('mathFlowValue')
        return lineEnd(code)
      }
      effects.consume(code)
      return value
    }

    function lineEnd(code: Code): State | undefined {
      return code === null ? after(code) : effects.attempt(nextLine, lineStart, after)(code)
    }

    function after(code: Code): State | undefined {
      effects.exit('mathFlow')
      return ok(code)
    }

    function tokenizeClosing(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
      let closing = 0
      return skipSpaces(
        effects,
        (code) => {
          effects.enter('mathFlowFence')
          effects.enter('mathFlowFenceSequence')
          return sequence(code)
        },
        'linePrefix',
        3,
      )
      function sequence(code: Code): State | undefined {
        if (code === DOLLAR) {
          closing++
          effects.consume(code)
          return sequence
        }
        if (closing < size) return nok(code)
        effects.exit('mathFlowFenceSequence')
        return skipSpaces(effects, end, 'whitespace', Number.POSITIVE_INFINITY)(code)
      }
      function end(code: Code): State | undefined {
        if (!isEnd(code)) return nok(code)
        effects.exit('mathFlowFence')
        return ok(code)
      }
    }
  },
}

export const mathFromMarkdown: FromMarkdown = {
  enter: {
    mathFlow(token) {
      this.enter({ type: 'math', value: '' }, token)
      this.buffer()
    },
    mathText(token) {
      this.enter({ type: 'inlineMath', value: '' }, token)
      this.buffer()
    },
  },
  exit: {
    mathFlowFence() {
      // What was gathered up to here are the line ends around the opening fence.
      if (this.data.mathFlowOpen) return
      this.data.mathFlowOpen = true
      this.resume()
      this.buffer()
    },
    mathFlowValue(token) {
      this.config.enter.data!.call(this, token)
      this.config.exit.data!.call(this, token)
    },
    mathFlow(token) {
      const value = this.resume().replace(/^(?:\r?\n|\r)|(?:\r?\n|\r)$/g, '')
      const node = this.stack.at(-1)
      if (node?.type === 'math') node.value = value
      this.exit(token)
      this.data.mathFlowOpen = undefined
    },
    mathTextSequence(token) {
      const node = this.stack.at(-2)
      if (node?.type === 'inlineMath' && this.sliceSerialize(token).length === 2) node.isDisplay = true
    },
    mathTextData(token) {
      this.config.enter.data!.call(this, token)
      this.config.exit.data!.call(this, token)
    },
    mathText(token) {
      const value = this.resume()
      const node = this.stack.at(-1)
      if (node?.type === 'inlineMath') node.value = value
      this.exit(token)
    },
  },
  transforms: [displayAlone],
}

declare module 'mdast-util-from-markdown' {
  interface CompileData {
    mathFlowOpen?: boolean | undefined
  }
}

/** `$$x$$` alone in its paragraph stands alone: many write it on one line. Iterative: any depth (R34). */
function displayAlone(tree: Root): void {
  const rest: Nodes[] = [tree]
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (!('children' in node)) continue
    for (const [index, child] of node.children.entries()) {
      const only = child.type === 'paragraph' && child.children.length === 1 ? child.children[0] : undefined
      if (only?.type === 'inlineMath' && only.isDisplay && node.type !== 'paragraph') {
        node.children[index] = { type: 'math', value: only.value }
      } else rest.push(child as Paragraph)
    }
  }
}

const writeMath: Handle = (node: { value: string }, _parent, state, info) => {
  const longest = Math.max(1, ...[...node.value.matchAll(/\$+/g)].map(([signs]) => signs.length))
  const fence = '$'.repeat(Math.max(2, longest + 1))
  const exit = state.enter('mathFlow')
  const tracker = state.createTracker(info)
  const text = [fence, ...(node.value === '' ? [] : [node.value]), fence].join('\n')
  exit()
  return tracker.move(text)
}

const writeInlineMath: Handle = (node: { value: string }) => `$${node.value}$`

/** A sign that could close an equation is escaped; without one, nothing is one. */
export const mathToMarkdown: ToMarkdown = {
  unsafe: [
    { character: '$', before: '[^\\s]', after: '[^0-9]', inConstruct: 'phrasing' },
    { character: '$', before: '\\$', inConstruct: 'phrasing' },
    { atBreak: true, character: '$', after: '\\$' },
  ],
  handlers: { math: writeMath, inlineMath: Object.assign(writeInlineMath, { peek: () => '$' }) },
}
