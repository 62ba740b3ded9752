import type { EditorView } from '@tiptap/pm/view'
import { revealPosition } from '../core/open-toggles'
import { findIn } from './pattern'

/** Heights of what was never painted are guesses: the place is corrected for some frames. */
const FRAMES = 6
/** Room for the find bar, and below. */
const ABOVE = 96
const BELOW = 48

/** What scrolls around an element, or the page itself. */
export function scrollerOf(element: Element): Element {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent)
    if ((overflowY === 'auto' || overflowY === 'scroll') && parent !== document.body) return parent
  }
  return document.scrollingElement ?? document.documentElement
}

/** The part of the window in which a scroller shows things. */
export function areaOf(scroller: Element): { top: number; bottom: number; left: number; right: number } {
  if (scroller === document.scrollingElement)
    return { top: 0, bottom: innerHeight, left: 0, right: document.documentElement.clientWidth }
  const { top, left } = scroller.getBoundingClientRect()
  return { top, bottom: top + scroller.clientHeight, left, right: left + scroller.clientWidth }
}

/** A range of the page as a range of its elements. */
export function domRange(view: EditorView, from: number, to: number): Range {
  const range = document.createRange()
  const start = view.domAtPos(from, 1)
  const end = view.domAtPos(to, -1)
  range.setStart(start.node, start.offset)
  range.setEnd(end.node, end.offset)
  return range
}

/** What is looked for, to mark it in what is no text; null: that is marked whole. */
export type WordsShown = { regex: RegExp; wholeWord: boolean } | null

/** In a large data table more matches than these are not told apart. */
const MOST_WITHIN = 200

/** The fields of something that is no text, such as a caption, that hold what is looked for: no part of their text can be marked. */
export function fieldsOf(
  view: EditorView,
  match: { from: number; isWhole?: boolean },
  words: WordsShown,
): Element[] {
  const element = match.isWhole && words ? view.nodeDOM(match.from) : null
  if (!words || !(element instanceof Element)) return []
  return [...element.querySelectorAll('textarea')].filter(({ value }) => findIn(value, words).length > 0)
}

/** What is marked of a match: its text; of something that is no text, the words in what stands for it, or else all of that. */
export function rangesOf(
  view: EditorView,
  match: { from: number; to: number; isWhole?: boolean },
  words: WordsShown,
): Range[] {
  if (!match.isWhole) return [domRange(view, match.from, match.to)]
  const element = view.nodeDOM(match.from)
  if (!(element instanceof Element)) return []
  const within: Range[] = []
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); words && text && within.length < MOST_WITHIN; text = texts.nextNode())
    for (const { from, to } of findIn(text.textContent ?? '', words)) {
      const range = document.createRange()
      range.setStart(text, from)
      range.setEnd(text, to)
      if (range.getClientRects().length > 0) within.push(range)
    }
  if (within.length > 0) return within
  const whole = document.createRange()
  whole.selectNode(fieldsOf(view, match, words)[0] ?? element)
  return [whole]
}

/** Brings a match into sight, with the toggles around it opened. */
export function showMatch(
  view: EditorView,
  match: { from: number; to: number; isWhole?: boolean },
  words: WordsShown = null,
): void {
  revealPosition(view.state.doc, match.from)
  const { doc } = view.state
  const scroller = scrollerOf(view.dom)
  const bring = (frames: number) => {
    // Anybody who changes the page meanwhile moves the place; the next step finds it again.
    if (view.isDestroyed || view.state.doc !== doc || frames === 0) return
    const [range] = rangesOf(view, match, words)
    if (!range) return
    const parent = range.startContainer.parentElement
    // What stands in a wide table or in code scrolls sideways by itself.
    if (frames === FRAMES) parent?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const box = range.getBoundingClientRect()
    const area = areaOf(scroller)
    if (box.top < area.top + ABOVE || box.bottom > area.bottom - BELOW)
      scroller.scrollBy(0, box.top - (area.top + (area.bottom - area.top) * 0.4))
    requestAnimationFrame(() => bring(frames - 1))
  }
  bring(FRAMES)
}
