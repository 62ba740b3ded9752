import { codeReader } from './code-reader.element'
import type { CodeToken, Scope } from './tokens'
import './code.css'

/** Can this browser colour ranges of text (CSS Custom Highlight API)? Others show code in one colour. */
const canColour = typeof Highlight === 'function' && 'highlights' in CSS

/** Milliseconds without a change after which code is read again, and how long somebody who types on waits at most. */
const PAUSE = 120
const LONGEST = 400
/** More ranges than this would make typing in the block wait. */
const MOST = 4_000

function highlightOf(scope: Scope): Highlight {
  const name = `code-${scope}`
  let made = CSS.highlights.get(name)
  if (!made) {
    made = new Highlight()
    CSS.highlights.set(name, made)
  }
  return made
}

/** The texts of an element, each with where it begins in the whole. */
function textsOf(element: Node): { nodes: Text[]; starts: number[]; text: string } {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  const starts: number[] = []
  let text = ''
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push(node as Text)
    starts.push(text.length)
    text += (node as Text).data
  }
  return { nodes, starts, text }
}

interface Coloured {
  scope: Scope
  range: Range
}

const takeAway = ({ scope, range }: Coloured) => highlightOf(scope).delete(range)

/** Tells where a range stands in the whole text of these nodes; before all of it when it is in none of them any more. */
function placesIn(nodes: readonly Text[], starts: readonly number[]) {
  const startOf = new Map<Node, number>(nodes.map((node, i) => [node, starts[i]!]))
  return ({ startContainer, startOffset, endContainer, endOffset }: Range) => {
    const [start, end] = [startOf.get(startContainer), startOf.get(endContainer)]
    return start === undefined || end === undefined
      ? { from: -1, to: -1 }
      : { from: start + startOffset, to: end + endOffset }
  }
}

/**
 * The colours of one code block while it is in sight or near it. They are ranges over its text, so its elements, the
 * caret and input methods know nothing of them, and nothing jumps when they arrive.
 */
class CodeColours {
  private own: Coloured[] = []
  private changedSince = 0
  private changedAt = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private stopReading: (() => void) | null = null
  private isNear = false
  private shown = ''

  constructor(
    private readonly element: HTMLElement,
    private readonly code: () => { text: string; lang: string },
  ) {}

  /** Called when the code or its language may have changed. */
  changed(): void {
    if (!this.isNear) return
    this.changedAt = performance.now()
    if (this.timer !== undefined) return
    this.changedSince = this.changedAt
    this.timer = setTimeout(this.readIfPaused, PAUSE)
  }

  /** One timer for all keys of somebody who types on: setting one for each costs more than looking at the clock. */
  private readonly readIfPaused = (): void => {
    const now = performance.now()
    const left = Math.min(this.changedAt + PAUSE, this.changedSince + LONGEST) - now
    if (left > 0) this.timer = setTimeout(this.readIfPaused, left)
    else this.read()
  }

  near(isNear: boolean): void {
    this.isNear = isNear
    if (isNear) this.read()
    else this.stop()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.stopReading?.()
    this.stopReading = null
    this.shown = ''
    this.clear()
  }

  private read(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    const { text, lang } = this.code()
    const key = `${lang}\n${text}`
    if (key === this.shown) return
    this.stopReading?.()
    if (lang === '' || text === '') {
      this.shown = key
      this.clear()
      return
    }
    this.stopReading = codeReader.read(text, lang, (tokens) => {
      this.stopReading = null
      if (tokens) this.show(text, tokens)
      else this.clear()
      this.shown = key
    })
  }

  private show(code: string, tokens: readonly CodeToken[]): void {
    const { nodes, starts, text } = textsOf(this.element)
    // Something was typed meanwhile: the reading of that is on its way.
    if (text !== code) return
    // Most colours have moved along with the text and are right where they are: what stays costs nothing.
    const placeOf = placesIn(nodes, starts)
    const before = this.own
    this.own = []
    let old = 0
    let at = 0
    for (const { from, to, scope } of tokens.slice(0, MOST)) {
      while (old < before.length && placeOf(before[old]!.range).from < from) takeAway(before[old++]!)
      const known = before[old]
      const place = known && placeOf(known.range)
      if (known?.scope === scope && place?.from === from && place.to === to) {
        this.own.push(known)
        old++
        continue
      }
      while (at + 1 < nodes.length && starts[at + 1]! <= from) at++
      let end = at
      while (end + 1 < nodes.length && starts[end + 1]! < to) end++
      const range = new Range()
      range.setStart(nodes[at]!, from - starts[at]!)
      range.setEnd(nodes[end]!, to - starts[end]!)
      highlightOf(scope).add(range)
      this.own.push({ scope, range })
    }
    for (; old < before.length; old++) takeAway(before[old]!)
  }

  private clear(): void {
    for (const coloured of this.own) takeAway(coloured)
    this.own = []
  }
}

const colours = new WeakMap<Element, CodeColours>()
let observer: IntersectionObserver | null = null

/**
 * Colours the code that stands in an element, as text, from now on. `code` tells it and its language. The result is told of
 * changes and stopped when the element goes.
 */
export function colourCode(
  element: HTMLElement,
  code: () => { text: string; lang: string },
): { changed(): void; stop(): void } {
  if (!canColour) return { changed: () => {}, stop: () => {} }
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) colours.get(target)?.near(isIntersecting)
    },
    { rootMargin: '300px' },
  )
  const made = new CodeColours(element, code)
  colours.set(element, made)
  observer.observe(element)
  return {
    changed: () => made.changed(),
    stop() {
      observer?.unobserve(element)
      colours.delete(element)
      made.stop()
    },
  }
}
