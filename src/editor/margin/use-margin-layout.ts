import type { Editor } from '@tiptap/core'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { areaOf, scrollerOf } from '../find/show-match'
import type { MarginCard } from './margin-cards'
import { BEYOND, measureCards, orderCards } from './measure-cards'
import { placeCards, UNMEASURED } from './place-cards'

/** Milliseconds of quiet after a change of the page before cards are laid out again (product.md 2.34). */
const QUIET = 500

/** A card that is in sight or near it. */
export interface ShownCard {
  card: MarginCard
  top: number
}

export interface MarginLayout {
  shown: readonly ShownCard[]
  /** The cards that stand wholly beyond the edges of what is in sight, the nearest last and first. */
  above: readonly string[]
  below: readonly string[]
  /** Told of the height of a card's element by what draws it. */
  measure(id: string): (element: HTMLElement | null) => (() => void) | undefined
}

const EMPTY = { shown: [], above: [], below: [] } as const

/** Follows the page, its scroll place and the cards, and says which cards are to be drawn where in `column`. */
export function useMarginLayout(
  editor: Editor,
  column: RefObject<HTMLElement | null>,
  cards: readonly MarginCard[],
  active: string | null,
): MarginLayout {
  const [state, setState] = useState<Omit<MarginLayout, 'measure'>>(EMPTY)
  const heights = useRef(new Map<string, number>())
  const latest = useRef({ cards, active })
  latest.current = { cards, active }

  const layOut = useCallback(() => {
    const element = column.current
    if (!element || editor.isDestroyed) return
    const { cards, active } = latest.current
    const origin = element.getBoundingClientRect().top
    const ordered = orderCards(editor.state.doc, cards)
    const wanted = measureCards(editor, ordered, origin)
    const placed = ordered.map(({ card: { id } }, i) => ({
      id,
      wanted: Math.max(0, wanted[i]!),
      height: heights.current.get(id) ?? UNMEASURED,
    }))
    const tops = placeCards(placed, active)
    const area = areaOf(scrollerOf(editor.view.dom))
    const [top, bottom] = [area.top - origin, area.bottom - origin]
    const beyond = (bottom - top) * BEYOND
    const next = { shown: [] as ShownCard[], above: [] as string[], below: [] as string[] }
    ordered.forEach(({ card }, i) => {
      const [from, to] = [tops[i]!, tops[i]! + placed[i]!.height]
      if (to < top) next.above.push(card.id)
      if (from > bottom) next.below.push(card.id)
      if ((to > top - beyond && from < bottom + beyond) || card.id === active)
        next.shown.push({ card, top: Math.round(from) })
    })
    setState((before) => (isSame(before, next) ? before : next))
  }, [editor, column])

  const frame = useRef(0)
  const soon = useCallback(() => {
    if (frame.current === 0)
      frame.current = requestAnimationFrame(() => {
        frame.current = 0
        layOut()
      })
  }, [layOut])

  // biome-ignore lint/correctness/useExhaustiveDependencies: laid out again for other cards and another active one
  useLayoutEffect(layOut, [layOut, cards, active])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const whenQuiet = ({ transaction }: { transaction: { docChanged: boolean } }) => {
      if (!transaction.docChanged) return
      clearTimeout(timer)
      timer = setTimeout(soon, QUIET)
    }
    editor.on('transaction', whenQuiet)
    const resized = new ResizeObserver(soon)
    resized.observe(editor.view.dom)
    window.addEventListener('resize', soon)
    document.addEventListener('scroll', soon, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame.current)
      frame.current = 0
      editor.off('transaction', whenQuiet)
      resized.disconnect()
      window.removeEventListener('resize', soon)
      document.removeEventListener('scroll', soon, true)
    }
  }, [editor, soon])

  const measure = useMemo(() => observeHeights(heights.current, soon), [soon])
  return { ...state, measure }
}

/** Keeps the heights of elements in a map, under the id of their card; `changed` is called after each change. */
function observeHeights(heights: Map<string, number>, changed: () => void): MarginLayout['measure'] {
  const ids = new Map<Element, string>()
  const note = (element: Element, height: number) => {
    const id = ids.get(element)
    if (id === undefined || height === 0 || heights.get(id) === height) return
    heights.set(id, height)
    changed()
  }
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) note(target, (target as HTMLElement).offsetHeight)
  })
  const callbacks = new Map<string, (element: HTMLElement | null) => (() => void) | undefined>()
  return (id) => {
    const known = callbacks.get(id)
    if (known) return known
    const callback = (element: HTMLElement | null) => {
      if (!element) return
      ids.set(element, id)
      observer.observe(element)
      return () => {
        observer.unobserve(element)
        ids.delete(element)
        callbacks.delete(id)
      }
    }
    callbacks.set(id, callback)
    return callback
  }
}

const isSame = (a: Omit<MarginLayout, 'measure'>, b: Omit<MarginLayout, 'measure'>): boolean =>
  a.shown.length === b.shown.length &&
  a.above.length === b.above.length &&
  a.below.length === b.below.length &&
  a.shown.every(({ card, top }, i) => card === b.shown[i]!.card && top === b.shown[i]!.top) &&
  a.above.at(-1) === b.above.at(-1) &&
  a.below[0] === b.below[0]
