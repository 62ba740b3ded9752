import type { Editor } from '@tiptap/core'
import { paintFound } from './find-plugin'
import { areaOf, fieldsOf, rangesOf, scrollerOf, type WordsShown } from './show-match'

interface Place {
  from: number
  to: number
}

interface Found extends Place {
  isWhole: boolean
}

/** So much of a window's height beyond its edges is painted too. */
const BEYOND = 0.75
/** As many matches are painted at once. */
const MOST = 1_000

const HIGHLIGHT = 'found'
const CURRENT = 'found-current'

/** The page's marking of ranges of that name (CSS Custom Highlight API), which costs its elements nothing. */
function highlightOf(name: string): Highlight {
  let made = CSS.highlights.get(name)
  if (!made) {
    made = new Highlight()
    CSS.highlights.set(name, made)
  }
  return made
}

/** The positions of the page that are in sight or near it. Blocks stand below each other, so that few are measured. */
export function inSight({ view }: Editor): Place {
  const area = areaOf(scrollerOf(view.dom))
  const beyond = (area.bottom - area.top) * BEYOND
  const parts = view.dom.children
  const first = (isThere: (box: DOMRect) => boolean): number => {
    let [low, high] = [0, parts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isThere(parts[middle]!.getBoundingClientRect())) high = middle
      else low = middle + 1
    }
    return low
  }
  const { size } = view.state.doc.content
  const at = (index: number) => (index < parts.length ? view.posAtDOM(parts[index]!, 0) : size)
  const start = first((box) => box.bottom > area.top - beyond)
  const end = first((box) => box.top > area.bottom + beyond)
  return { from: start === 0 ? 0 : at(start) - 1, to: at(end) }
}

/** The first of the matches, which are in order, that begins at or behind `pos`. */
function firstFrom(matches: readonly Place[], pos: number): number {
  let [low, high] = [0, matches.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (matches[middle]!.from >= pos) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * Marks the matches in sight, and again whenever the page scrolls; `found` answers null while they are those of an earlier
 * state of the page. Browsers that cannot mark ranges of text get
 * decorations instead.
 */
export function makePainter(
  editor: Editor,
  found: () => { matches: readonly Found[]; current: number; words: WordsShown } | null,
): { paint(): void; stop(): void } {
  const canHighlight = typeof Highlight === 'function' && 'highlights' in CSS
  let own: { highlight: Highlight; range: Range }[] = []
  let fields: Element[] = []
  let isPainted = false
  let frame = 0

  const clear = () => {
    for (const { highlight, range } of own) highlight.delete(range)
    own = []
    for (const field of fields) field.removeAttribute('data-found')
    fields = []
  }
  const places = ({ matches, current }: { matches: readonly Found[]; current: number }) => {
    if (matches.length === 0) return []
    const { from, to } = inSight(editor)
    const shown: (Found & { isCurrent: boolean })[] = []
    for (let i = firstFrom(matches, from); i < matches.length && matches[i]!.from < to; i++) {
      if (shown.length >= MOST) break
      shown.push({ ...matches[i]!, isCurrent: i === current })
    }
    return shown
  }
  const show = () => {
    frame = 0
    const now = editor.isDestroyed ? null : found()
    if (!now) return
    const shown = places(now)
    if (canHighlight) {
      clear()
      for (const match of shown) {
        const highlight = highlightOf(match.isCurrent ? CURRENT : HIGHLIGHT)
        for (const range of rangesOf(editor.view, match, now.words)) {
          highlight.add(range)
          own.push({ highlight, range })
        }
        for (const field of fieldsOf(editor.view, match, now.words)) {
          field.setAttribute('data-found', match.isCurrent ? 'current' : '')
          fields.push(field)
        }
      }
    } else if (shown.length > 0 || isPainted) {
      isPainted = shown.length > 0
      editor.view.dispatch(paintFound(editor.state, shown))
    }
  }
  const paint = () => {
    if (frame === 0) frame = requestAnimationFrame(show)
  }
  window.addEventListener('scroll', paint, { capture: true, passive: true })
  window.addEventListener('resize', paint)
  return {
    paint,
    stop: () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', paint, { capture: true })
      window.removeEventListener('resize', paint)
      clear()
    },
  }
}
