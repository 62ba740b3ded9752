import { t } from '@/shared/i18n'
import type { RunBlock } from '../kit/block-program'

/** Numbers the footnotes of one editor, in the order of its text, whenever some come or go. */
class Numbering {
  private readonly observer: MutationObserver
  private frame = 0
  private count = 0

  constructor(private readonly page: Element) {
    this.observer = new MutationObserver(() => this.ask())
  }

  enter(): void {
    if (this.count++ === 0) this.observer.observe(this.page, { childList: true, subtree: true })
    this.ask()
  }

  leave(): void {
    if (--this.count > 0) return
    this.observer.disconnect()
    cancelAnimationFrame(this.frame)
    this.frame = 0
  }

  ask(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0
      for (const [at, note] of this.page.querySelectorAll('[data-atom="footnote"]').entries()) {
        const number = String(at + 1)
        if (note.textContent !== number) note.textContent = number
        const label = t('Footnote {number}', { number })
        if (note.getAttribute('aria-label') !== label) note.setAttribute('aria-label', label)
      }
      // What was written just now is no reason to look again.
      this.observer.takeRecords()
    })
  }
}

const numberings = new WeakMap<Element, Numbering>()

/** A footnote as its number; a click opens its text, which stands in its tip. */
const run: RunBlock = (frame) => {
  const page = frame.view.dom
  const numbering = numberings.get(page) ?? new Numbering(page)
  numberings.set(page, numbering)
  const show = () => {
    frame.dom.title = String(frame.node().attrs.note)
    frame.dom.classList.toggle('can-open', frame.view.editable)
    numbering.ask()
  }
  const open = () => {
    if (frame.view.editable) frame.openPanel('footnote')
  }
  frame.dom.addEventListener('click', open)
  frame.dom.textContent = ''
  frame.dom.setAttribute('role', 'button')
  numbering.enter()
  show()
  return {
    update: show,
    destroy() {
      frame.dom.removeEventListener('click', open)
      numbering.leave()
    },
  }
}

export default run
