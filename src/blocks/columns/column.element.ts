import { t } from '@/shared/i18n'
import { dragHandle } from '@/ui/drag-handle'
import type { BlockFrame, RunBlock } from '../kit/block-program'
import { columnShares, setShares } from './column-commands'
import { MAX_WIDTH, MIN_WIDTH } from './width'

/** How far an arrow key moves the border, in percent of the row; with Shift five times as far. */
const STEP = 2

/** The group that a column stands in, and where in it. */
function placeOf(frame: BlockFrame) {
  const pos = frame.pos()
  if (pos === undefined) return null
  const $pos = frame.view.state.doc.resolve(pos)
  if ($pos.parent.type.name !== 'columnGroup') return null
  return { group: $pos.parent, pos: $pos.before(), index: $pos.index() }
}

/** The same where there is a border in front of the column: between it and another one. */
function border(frame: BlockFrame) {
  const found = placeOf(frame)
  return found && found.index > 0 ? found : null
}

/** The shares after the column at `left` got `by` percent of the row from the one at `right`. */
function shifted(shares: readonly number[], left: number, right: number, by: number): number[] {
  const both = shares[left]! + shares[right]!
  const most = Math.min(MAX_WIDTH, both - MIN_WIDTH)
  const first = Math.min(Math.max(shares[left]! + by, MIN_WIDTH), Math.max(MIN_WIDTH, most))
  return shares.map((share, at) => (at === left ? first : at === right ? both - first : share))
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
  handle.setAttribute('aria-label', t('Width of the column before'))
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
    const found = placeOf(frame)
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
    const moved = (by: number) => shifted(columnShares(found.group), found.index - 1, found.index, by)
    if (event.key === 'ArrowLeft') write(moved(-step))
    else if (event.key === 'ArrowRight') write(moved(step))
    else if (event.key === 'Home') write(moved(-100))
    else if (event.key === 'End') write(moved(100))
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
    const columns = () =>
      [...row.children].filter((child) => child.hasAttribute('data-kind')) as HTMLElement[]
    const inner = columns().reduce((width, element) => width + element.getBoundingClientRect().width, 0)
    const ids = [found.index - 1, found.index].map((at): unknown => found.group.child(at).attrs.id)
    let by = 0
    /** The shares that the drag means now; others may have added, moved and removed columns since it began. */
    const meant = (): number[] | null => {
      const group = placeOf(frame)?.group
      const [left, right] = ids.map((id) => group?.content.content.findIndex(({ attrs }) => attrs.id === id))
      if (!group || left === undefined || right === undefined || left < 0 || right < 0) return null
      return shifted(columnShares(group), left, right, by)
    }
    /** Shows these shares, or again what the page says. */
    const show = (shares: readonly number[] | null) => {
      const group = placeOf(frame)?.group
      columns().forEach((element, at) => {
        const share: unknown = shares?.[at] ?? group?.maybeChild(at)?.attrs.width
        if (typeof share === 'number') element.style.setProperty('--column-width', String(share))
        else element.removeAttribute('style')
      })
    }
    stop = dragHandle(handle, down, {
      onMove(event) {
        by = ((event.clientX - down.clientX) / inner) * 100 * (isRightToLeft() ? -1 : 1)
        show(meant())
      },
      onEnd() {
        stop = null
        show(null)
        dom.classList.remove('is-resizing')
      },
      onDrop() {
        const shares = meant()
        if (by !== 0 && shares) write(shares)
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
