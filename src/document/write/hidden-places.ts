import type * as Y from 'yjs'
import { isLiveBead, widthOf } from '../page-index/item-text'
import type { PageView } from '../page-index/page-view'

/** Units of the string that a view shows one behind the other. */
interface Shown {
  /** The place of the first one among what is shown, and in the string. */
  at: number
  raw: number
  length: number
  /** How many hidden characters stand before it, up to the first hidden bead. */
  hiddenBefore: number
}

/**
 * Where in the string something stands that a view shows at a place: an edit that was worked out on a view that hides
 * characters is written between and beside them.
 */
export class HiddenPlaces {
  private readonly shown: Shown[] = []

  /** Goes through the string once. Good until it changes. */
  constructor(text: Y.Text, view: PageView) {
    let at = 0
    let raw = 0
    let hiddenBefore = 0
    let isBeadHidden = false
    let last: Shown | null = null
    const hide = (length: number, isBead: boolean) => {
      if (length === 0) return
      last = null
      isBeadHidden ||= isBead
      if (!isBeadHidden) hiddenBefore += length
      raw += length
    }
    const show = (length: number) => {
      if (length === 0) return
      if (last) last.length += length
      else {
        last = { at, raw, length, hiddenBefore }
        this.shown.push(last)
      }
      hiddenBefore = 0
      isBeadHidden = false
      at += length
      raw += length
    }
    for (let item = text._start; item; item = item.right) {
      const width = widthOf(item)
      if (width === 0) continue
      const isBead = isLiveBead(item)
      let to = 0
      for (const part of view.shown(item) ?? [{ from: 0, to: width }]) {
        hide(part.from - to, isBead)
        show(part.to - part.from)
        to = part.to
      }
      hide(width - to, isBead)
    }
    // What stands behind everything.
    this.shown.push({ at, raw, length: 0, hiddenBefore })
  }

  /** Right behind the unit that is shown before this place. */
  behind(at: number): number {
    if (at === 0) return 0
    const part = this.partOf(at - 1)
    return part.raw + at - part.at
  }

  /** The same, behind hidden characters that belong to the text that ends there. */
  behindText(at: number): number {
    const next = this.partOf(at)
    return this.behind(at) + (next.at === at ? next.hiddenBefore : 0)
  }

  /** The shown units between two places, as segments of the string. */
  between(from: number, to: number): { from: number; to: number }[] {
    const found: { from: number; to: number }[] = []
    for (let i = this.indexOf(from); i < this.shown.length; i++) {
      const { at, raw, length } = this.shown[i] as Shown
      if (at >= to) break
      const start = Math.max(from, at)
      const end = Math.min(to, at + length)
      if (start < end) found.push({ from: raw + start - at, to: raw + end - at })
    }
    return found
  }

  private partOf(at: number): Shown {
    return this.shown[this.indexOf(at)] as Shown
  }

  /** The last part that begins at or before a place. */
  private indexOf(at: number): number {
    let low = 0
    let high = this.shown.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.shown[middle] as Shown).at <= at) low = middle + 1
      else high = middle
    }
    return Math.max(0, low - 1)
  }
}
