import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

const ITEM = 'div[data-kind="listItem"]'

const markerOf = (item: HTMLElement): string | undefined => item.dataset.listStyleType
const indentOf = (item: HTMLElement): string => item.dataset.indent ?? '0'

/** Nothing stands between them but the edge of a section. */
function follows(item: Element, last: Element): boolean {
  const beside = item.previousElementSibling
  if (beside) return beside === last
  const section = item.parentElement
  return (
    section !== last.parentElement &&
    section?.previousElementSibling === last.parentElement &&
    last.nextElementSibling === null
  )
}

function setOrRemove(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

/**
 * Tells screen readers which items are one list. Lists are flat and their items stand beside each other, so no element is
 * around them: the block of the first item is the list, which owns the items of the blocks that follow.
 */
function giveListRoles(body: Element): void {
  let first: HTMLElement | null = null
  let last: HTMLElement | null = null
  let owned: string[] = []
  const close = () => {
    if (!first) return
    setOrRemove(first, 'role', 'list')
    setOrRemove(first, 'aria-owns', owned.join(' ') || null)
  }
  for (const item of body.querySelectorAll<HTMLElement>(ITEM)) {
    const isOtherList = first && indentOf(item) === indentOf(first) && markerOf(item) !== markerOf(first)
    if (last && !isOtherList && follows(item, last)) {
      owned.push(item.firstElementChild?.id ?? '')
      setOrRemove(item, 'role', null)
      setOrRemove(item, 'aria-owns', null)
    } else {
      close()
      first = item
      owned = []
    }
    last = item
  }
  close()
}

/** The cells of a header row and of a header column are headers to those who hear the table. */
function giveTableRoles(body: Element): void {
  for (const table of body.querySelectorAll<HTMLElement>('[data-kind="table"]')) {
    const { headerRow, headerColumn } = table.dataset
    const rows = table.querySelectorAll(':scope > table > [data-kind="tableRow"]')
    rows.forEach((row, y) => {
      row.querySelectorAll(':scope > td').forEach((cell, x) => {
        const columnHeader = headerRow === 'true' && y === 0
        const rowHeader = headerColumn === 'true' && x === 0
        setOrRemove(cell, 'role', columnHeader ? 'columnheader' : rowHeader ? 'rowheader' : null)
      })
    })
  }
}

const REST_MS = 200

/** What prosemirror-view keeps to itself (docs/patched-libraries.md). */
type Observing = EditorView & { domObserver: { stop(): void; start(): void } }

/**
 * Tells screen readers what the page's elements do not say, once the hands rest: it looks at every list and table of the
 * page. The editor does not take it for something that was typed.
 */
export const readingRoles = (): Plugin =>
  new Plugin({
    view: (view) => {
      const { domObserver } = view as Observing
      let timer: number | undefined
      const give = () => {
        if (view.composing) return start()
        domObserver.stop()
        giveListRoles(view.dom)
        giveTableRoles(view.dom)
        domObserver.start()
      }
      function start() {
        window.clearTimeout(timer)
        timer = window.setTimeout(give, REST_MS)
      }
      start()
      return {
        update: ({ state }, before) => {
          if (state.doc !== before.doc) start()
        },
        destroy: () => window.clearTimeout(timer),
      }
    },
  })
