import { followFormats, formatsNow } from '@/ui/formats'
import type { RunBlock } from '../kit/block-program'
import { dateWords, longDate } from './date-words'

/** Dates on the page, which say something else when the day changes. */
const shown = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

function waitForMidnight(): void {
  clearTimeout(timer)
  timer = undefined
  if (shown.size === 0) return
  const now = new Date()
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  timer = setTimeout(tellAll, midnight.getTime() - now.getTime() + 1000)
}

function tellAll(): void {
  for (const show of shown) show()
  waitForMidnight()
}

/** A computer that slept over midnight has missed it. */
const wake = () => document.visibilityState === 'visible' && tellAll()

function follow(show: () => void): () => void {
  shown.add(show)
  if (shown.size === 1) {
    document.addEventListener('visibilitychange', wake)
    waitForMidnight()
  }
  return () => {
    shown.delete(show)
    if (shown.size > 0) return
    document.removeEventListener('visibilitychange', wake)
    waitForMidnight()
  }
}

/** A date as it reads today, in the person's language; a click opens the calendar. */
const run: RunBlock = (frame) => {
  const show = () => {
    const iso = String(frame.node().attrs.date)
    const formats = formatsNow()
    const words = dateWords(iso, formats.isoDay(Date.now()), formats)
    if (frame.dom.textContent !== words) frame.dom.textContent = words
    frame.dom.title = longDate(iso, formats)
    frame.dom.classList.toggle('can-open', frame.view.editable)
  }
  const open = () => {
    if (frame.view.editable) frame.openPanel('date')
  }
  frame.dom.addEventListener('click', open)
  const stop = follow(show)
  const stopFormats = followFormats(show)
  show()
  return {
    update: show,
    destroy() {
      stop()
      stopFormats()
      frame.dom.removeEventListener('click', open)
    },
  }
}

export default run
