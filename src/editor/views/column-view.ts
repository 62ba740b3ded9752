import { columnShares, setShares } from '@/blocks/columns/column-commands'
import { MAX_WIDTH, MIN_WIDTH } from '@/blocks/columns/width'
import type { BlockFrame, RunBlock } from '@/blocks/kit/block-program'
import { dragHandle } from '@/ui/drag-handle'

/** How far an arrow key moves the border, in percent of the row; with Shift five times as far. */
const STEP = 2

/** The group that a column stands in and where in it: the border in front of the column is between two of them. */
function border(frame: BlockFrame) {
  const pos = frame.pos()
  if (pos === undefined) return null
  const $pos = frame.view.state.doc.resolve(pos)
  const index = $pos.index()
  if ($pos.parent.type.name !== 'columnGroup' || index === 0) return null
  return { group: $pos.parent, pos: $pos.before(), index }
}

/** The shares after the border in front of `index` has gone to the right by so many percent of the row. */
export function shifted(shares: readonly number[], index: number, by: number): number[] {
  const both = shares[index - 1]! + shares[index]!
  const most = Math.min(MAX_WIDTH, both - MIN_WIDTH)
  const left = Math.min(Math.max(shares[index - 1]! + by, MIN_WIDTH), Math.max(MIN_WIDTH, most))
  return shares.map((share, at) => (at === index - 1 ? left : at === index ? both - left : share))
}

/**
 * The border in front of every column but the first: dragged with mouse, pen or finger, or moved with the arrow keys; a
 * double click, or Enter, makes all columns equal.
 */
const runColumn: RunBlock = (frame) => {
  const { dom, view } = frame
  const handle = document.createElement('div')
  handle.className = 'column-border'
  handle.contentEditable = 'false'
  handle.tabIndex = 0
  handle.setAttribute('role', 'separator')
  handle.setAttribute('aria-orientation', 'vertical')
  handle.setAttribute('aria-valuemin', String(MIN_WIDTH))
  handle.setAttribute('aria-valuemax', String(MAX_WIDTH))
  handle.setAttribute('aria-label', 'Width of the column on the left')
  dom.prepend(handle)

  const update = () => {
    handle.hidden = !view.editable
    const found = border(frame)
    if (!found) return
    const now = String(Math.round(columnShares(found.group)[found.index - 1]!))
    if (handle.getAttribute('aria-valuenow') === now) return
    handle.setAttribute('aria-valuenow', now)
    handle.setAttribute('aria-valuetext', `${now} %`)
  }
  const write = (shares: readonly number[] | null) => {
    const found = border(frame)
    if (!found || !view.editable) return
    const { tr } = view.state
    setShares(tr, found.pos, shares?.map(Math.round) ?? null)
    if (tr.docChanged) view.dispatch(tr)
    update()
  }
  const isRightToLeft = () => getComputedStyle(dom).direction === 'rtl'

  handle.addEventListener('keydown', (event) => {
    const found = border(frame)
    if (!found || event.ctrlKey || event.metaKey || event.altKey) return
    const step = (event.shiftKey ? 5 * STEP : STEP) * (isRightToLeft() ? -1 : 1)
    const shares = columnShares(found.group)
    if (event.key === 'ArrowLeft') write(shifted(shares, found.index, -step))
    else if (event.key === 'ArrowRight') write(shifted(shares, found.index, step))
    else if (event.key === 'Home') write(shifted(shares, found.index, -100))
    else if (event.key === 'End') write(shifted(shares, found.index, 100))
    else if (event.key === 'Enter') write(null)
    else if (event.key === 'Escape') view.focus()
    else return
    event.preventDefault()
  })
  handle.addEventListener('dblclick', () => write(null))

  /** Ends the drag that is going on, if any. */
  let stop: (() => void) | null = null
  handle.addEventListener('pointerdown', (down) => {
    const found = border(frame)
    const row = dom.parentElement
    if (!found || !row || down.button !== 0 || !view.editable || stop) return
    down.preventDefault()
    const elements = [...row.children].filter((child) => child.hasAttribute('data-kind')) as HTMLElement[]
    const styles = elements.map((element) => element.getAttribute('style'))
    const before = columnShares(found.group)
    const inner = elements.reduce((width, element) => width + element.getBoundingClientRect().width, 0)
    let shares = before
    stop = dragHandle(handle, down.pointerId, {
      onMove(event) {
        const by = ((event.clientX - down.clientX) / inner) * 100 * (isRightToLeft() ? -1 : 1)
        shares = shifted(before, found.index, by)
        elements.forEach((element, at) => {
          element.style.setProperty('--column-width', String(shares[at]))
        })
      },
      onEnd() {
        stop = null
        elements.forEach((element, at) => {
          const style = styles[at]
          if (style === null || style === undefined) element.removeAttribute('style')
          else element.setAttribute('style', style)
        })
        dom.classList.remove('is-resizing')
      },
      onDrop() {
        if (shares !== before) write(shares)
      },
    })
    dom.classList.add('is-resizing')
  })

  update()
  return {
    update,
    stopEvent: ({ target }) => target === handle,
    destroy: () => stop?.(),
  }
}

export default runColumn
