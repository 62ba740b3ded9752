const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,}|\${2,}(?=[ \t]*$))(.*)$/
const LIST_ITEM = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/
/** An item of a list at the margin, by what marks it; `- - -` is a line. */
const OUTER_ITEM = /^(?:([-+*])|\d{1,9}([.)])) {1,4}(?=\S)(?!(?:[-+*_] *){2,}$)/
const CONTAINER = /^ {0,3}(?:<(\/?)(?:details|table)\b|<!--\s*sheaf:\s*\{"(open|close)")/i
/** A container longer than this is cut all the same: the text of a step stays bounded (R34). */
const LONGEST_CONTAINER = 512 * 1024
const RAW_OPEN = /^ {0,3}<(pre|script|style|textarea)\b/i

/** Does this piece begin with an item that goes on with the numbered list of the piece before? Only such a cut leads to one. */
export const goesOnCounting = (piece: string): boolean => /^\d{1,9}[.)] /.test(piece)

/**
 * Cuts a long Markdown text where no construct can reach over the cut: before an unindented line of text after a blank
 * one, or before the next item of a list, outside of fenced code, comments and raw HTML. So a long text is read in steps of bounded size, each of which
 * can report that it is done. Pieces are at least `size` characters, except the last.
 */
export function* chunksOf(text: string, size = 48 * 1024): Generator<string> {
  let start = 0
  let fence: string | null = null
  let raw: RegExp | null = null
  let inList = false
  /** What marks the items of the outermost list that is open. */
  let outer: string | null = null
  let blank = true
  let protectedLine = false
  /** Containers that are open: their beginning and end have to be in one piece. */
  let containers = 0
  let containersFrom = 0
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at)
    const end = newline === -1 ? text.length : newline
    // The beginning of a line is all that is looked at; a line can be as long as the text.
    const line = text.slice(at, Math.min(end, at + 200))
    if (raw) {
      if (raw.test(text.slice(at, end))) raw = null
    } else if (fence) {
      const closing = FENCE.exec(line)
      if (closing && closing[1]!.startsWith(fence) && closing[2]!.trim() === '') fence = null
    } else {
      const unindented = /^[^\s>]/.test(line)
      const isItem = LIST_ITEM.test(line)
      const [, bullet, point] = OUTER_ITEM.exec(line) ?? []
      const item = bullet ?? point ?? null
      if (containers > 0 && at - containersFrom > LONGEST_CONTAINER) containers = 0
      const begins = (blank && unindented && !isItem) || (item !== null && item === outer)
      const safe = begins && !protectedLine && containers === 0
      if (safe && at - start >= size) {
        yield text.slice(start, at)
        start = at
      }
      if (isItem) inList = true
      else if (unindented && blank) inList = false
      if (!inList || (isItem && unindented)) outer = inList ? item : null
      const container = CONTAINER.exec(line)
      if (container && !/<\/(?:details|table)/i.test(line.slice(container[0].length))) {
        if (container[1] || container[2] === 'close') containers = Math.max(0, containers - 1)
        else if (containers++ === 0) containersFrom = at
      }
      const opening = FENCE.exec(line)
      if (opening && !(inList && /^ /.test(line))) fence = opening[1]!
      else if (/^ {0,3}<!--/.test(line)) {
        if (!text.slice(at, end).includes('-->')) raw = /-->/
      } else {
        const tag = RAW_OPEN.exec(line)?.[1]
        const close = tag ? new RegExp(`</${tag}>`, 'i') : null
        if (close && !close.test(text.slice(at, end))) raw = close
      }
    }
    const isBlank = line.trim() === ''
    // A directive belongs to the block after it.
    if (!isBlank) protectedLine = /^ {0,3}<!--\s*sheaf:/.test(line)
    blank = isBlank
    at = end + 1
  }
  yield text.slice(start)
}

const MARKER = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])|\[\^[^\]\s]{1,200}\]:)/y
const MOST_MARKERS = 100

/**
 * Takes the meaning from container markers (`>`, `-`, `1.`, `[^1]:`) beyond the hundredth at the start of a line, by an escape:
 * nobody nests like that, and every level costs the reader a stack frame (R34).
 */
export function boundNesting(text: string): string {
  if (!/^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)]|\[\^[^\]\s]{1,200}\]:)){100}/m.test(text)) return text
  return text
    .split('\n')
    .map((line) => {
      let count = 0
      let at = 0
      for (;;) {
        MARKER.lastIndex = at
        if (!MARKER.test(line)) return line
        if (++count > MOST_MARKERS) return `${line.slice(0, at)} \\${line.slice(at).trimStart()}`
        at = MARKER.lastIndex
      }
    })
    .join('\n')
}

const DEFINITION = /^ {0,3}\[(?!\^)([^\]\n]{1,200})\]:[ \t]*\S[^\n]{0,2000}$/gm
const REFERENCE = /\[((?:\\.|[^[\]\\]){1,200})\]/gs
/** The most that is added to a piece: twice its size, so that a text of definitions costs no multiple of itself (R34). */
const MOST_DEFINED = 96 * 1024

const labelOf = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()

/** The lines of a text that say where links by reference lead, by label; the first of a label counts. */
export function definitionsIn(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [line, label = ''] of text.matchAll(DEFINITION)) {
    const key = labelOf(label)
    if (!found.has(key)) found.set(key, line)
  }
  return found
}

/** The lines that this piece of the text refers to, as many as fit. */
export function definitionLinesFor(piece: string, definitions: ReadonlyMap<string, string>): string {
  if (definitions.size === 0) return ''
  const lines = new Set<string>()
  let room = MOST_DEFINED
  for (const [, label = ''] of piece.matchAll(REFERENCE)) {
    const line = definitions.get(labelOf(label))
    if (line === undefined || lines.has(line) || line.length > room) continue
    lines.add(line)
    room -= line.length
  }
  return [...lines].join('\n')
}
