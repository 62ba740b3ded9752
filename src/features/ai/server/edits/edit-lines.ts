/** An edit as a model wrote it. */
export interface WrittenEdit {
  op: 'replace' | 'insert' | 'delete'
  /** The alias of a block; null with `insert`: at the start of the page. */
  alias: string | null
  /** The digits that were written behind it. */
  digits: string | null
  /** Why, in the words of the model. */
  why: string
  /** Markdown. */
  text: string
}

/** What came of a line that was to be an edit and cannot be read as one. */
export interface UnreadEdit {
  op: 'unread'
  line: string
}

const DIRECTIVE = /^@(replace|insert|delete|why|done)(?![\p{L}\p{N}_])/iu
/** `b3·7f2`, also with brackets or another sign between. */
const TARGET = /^(?:(?:after|below|behind)\s+)?[[(]?(b\d{1,6})(?:\s*[·.:\-#]\s*([0-9a-f]{3}))?[\])]?:?$/i
const START = /^(?:at\s+)?(?:the\s+)?(?:top|start|beginning)$/i
/** An alias that the model has repeated in front of its text. */
const REPEATED = /^\[b\d{1,6}(?:\s*[·.:\-#]\s*[0-9a-f]{3})?\]\s*/i
/** A line that begins like a directive and is none: a mistyped one, and no text of a page. */
const MISTYPED = /^@\p{L}+\s+(?:after\s+)?[[(]?b\d{1,6}(?![\p{L}\p{N}])/iu
/** What a line of text begins with that would else be read as a directive. */
const ESCAPED = /^\\+@/
const FENCE = /^\s{0,3}(`{3,}|~{3,})/
const LONGEST_WHY = 300

/** Text whose lines are not read as directives. */
export const escapedLines = (text: string): string => text.replace(/^(\\*)@/gm, '\\$1@')

/**
 * Reads the edits of an answer as it streams (`@replace b3·7f2`, `@insert after b4`, `@delete b6·c01`, `@why …`, `@done`). An edit counts when
 * the next one, or `@done`, has begun in a line of its own: what a cut leaves open is never half of an edit. Words before the first edit are
 * passed over.
 */
export class EditReader {
  private rest = ''
  private open: WrittenEdit | UnreadEdit | null = null
  private lines: string[] = []
  /** The fence that the whole answer stands in. */
  private around: string | null = null
  /** A fence inside of the text that is being read. */
  private fence: string | null = null
  private isDone = false

  /** Was the answer ended by the model? */
  get hasEnded(): boolean {
    return this.isDone
  }

  /** Takes more of the answer, and gives the edits that are whole now. */
  push(words: string): (WrittenEdit | UnreadEdit)[] {
    this.rest += words.replaceAll('\r', '')
    const found: (WrittenEdit | UnreadEdit)[] = []
    for (let end = this.rest.indexOf('\n'); end !== -1; end = this.rest.indexOf('\n')) {
      const line = this.rest.slice(0, end)
      this.rest = this.rest.slice(end + 1)
      const whole = this.read(line)
      if (whole) found.push(whole)
    }
    return found
  }

  /** The answer is over. A last line that says `@done` counts; any other edit that is open then was cut off. */
  end(): { edits: (WrittenEdit | UnreadEdit)[]; cut: WrittenEdit | null } {
    const edits: (WrittenEdit | UnreadEdit)[] = []
    if (/^@done\s*$/i.test(this.rest)) {
      const whole = this.read(this.rest)
      if (whole) edits.push(whole)
    }
    this.rest = ''
    const { open } = this
    this.open = null
    if (open?.op === 'unread') edits.push(open)
    return { edits, cut: open && open.op !== 'unread' ? open : null }
  }

  private read(line: string): WrittenEdit | UnreadEdit | null {
    if (this.isDone) return null
    const fence = FENCE.exec(line)?.[1] ?? null
    if (!this.open && fence && this.around === null) {
      this.around = fence
      return null
    }
    const directive = directiveIn(line)
    if (directive && (this.fence === null || isWhole(directive))) {
      const { word, rest } = directive
      if (word === 'why') this.note(rest)
      else return this.begin(word, rest, line)
      return null
    }
    if (MISTYPED.test(line) && this.fence === null) return this.begin('unread', '', line)
    if (!this.open || this.open.op === 'unread') return null
    if (this.fence === null && fence && this.around !== null && isEndOf(line, this.around)) return null
    if (fence) this.fence = this.fence === null ? fence : isEndOf(line, this.fence) ? null : this.fence
    this.lines.push(line.replace(ESCAPED, (slashed) => slashed.slice(1)))
    return null
  }

  private note(why: string): void {
    if (this.open && this.open.op !== 'unread')
      this.open.why = `${this.open.why} ${why}`.trim().slice(0, LONGEST_WHY)
  }

  /** Gives the edit before. */
  private begin(word: string, rest: string, line: string): WrittenEdit | UnreadEdit | null {
    const before = this.finished()
    this.lines = []
    this.fence = null
    this.open = null
    if (word === 'done') {
      this.isDone = true
      return before
    }
    const target = TARGET.exec(rest)
    const isStart = word === 'insert' && START.test(rest)
    if (word === 'unread' || (!target && !isStart)) this.open = { op: 'unread', line: line.slice(0, 200) }
    else
      this.open = {
        op: word as WrittenEdit['op'],
        alias: target?.[1]?.toLowerCase() ?? null,
        digits: target?.[2]?.toLowerCase() ?? null,
        why: '',
        text: '',
      }
    return before
  }

  private finished(): WrittenEdit | UnreadEdit | null {
    const { open } = this
    if (!open || open.op === 'unread') return open
    const text = this.lines.join('\n').replace(/^\n+/, '').trimEnd()
    return { ...open, text: text.replace(REPEATED, '') }
  }
}

interface Directive {
  word: string
  rest: string
}

/** No pattern parts the words from the spaces around them: a line may be as long as the answer, and may be spaces. */
function directiveIn(line: string): Directive | null {
  const found = DIRECTIVE.exec(line)
  return found && { word: (found[1] ?? '').toLowerCase(), rest: line.slice(found[0].length).trim() }
}

/** In code `@delete` may be a word of a program. */
const isWhole = ({ word, rest }: Directive): boolean =>
  word === 'done' ? rest === '' : word !== 'why' && (TARGET.test(rest) || START.test(rest))

const isEndOf = (line: string, fence: string): boolean => {
  const end = line.trim()
  return end.startsWith(fence) && /^(`+|~+)$/.test(end)
}
