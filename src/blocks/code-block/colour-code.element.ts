import { codeReader } from './code-reader.element'
import type { CodeToken, Scope } from './tokens'
import './code.css'

/** Can this browser colour ranges of text (CSS Custom Highlight API)? Others show code in one colour. */
const canColour = typeof Highlight === 'function' && 'highlights' in CSS

/** Milliseconds without a change after which code is read again. */
const PAUSE = 60
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

/**
 * The colours of one code block while it is in sight or near it. They are ranges over its text, so its elements, the
 * caret and input methods know nothing of them, and nothing jumps when they arrive.
 */
class CodeColours {
  private own: { highlight: Highlight; range: Range }[] = []
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
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.read(), PAUSE)
  }

  near(isNear: boolean): void {
    this.isNear = isNear
    if (isNear) this.read()
    else this.stop()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.stopReading?.()
    this.stopReading = null
    this.shown = ''
    this.clear()
  }

  private read(): void {
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
    this.clear()
    let at = 0
    for (const { from, to, scope } of tokens.slice(0, MOST)) {
      while (at + 1 < nodes.length && starts[at + 1]! <= from) at++
      let end = at
      while (end + 1 < nodes.length && starts[end + 1]! < to) end++
      const range = new Range()
      range.setStart(nodes[at]!, from - starts[at]!)
      range.setEnd(nodes[end]!, to - starts[end]!)
      const highlight = highlightOf(scope)
      highlight.add(range)
      this.own.push({ highlight, range })
    }
  }

  private clear(): void {
    for (const { highlight, range } of this.own) highlight.delete(range)
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
