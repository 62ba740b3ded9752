import { Plugin } from '@tiptap/pm/state'

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
export function giveListRoles(body: Element): void {
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

const REST_MS = 200

/** Once the hands rest: it looks at every item of the page. */
export const listRoles = (): Plugin =>
  new Plugin({
    view: ({ dom }) => {
      let timer: number | undefined
      const start = () => {
        window.clearTimeout(timer)
        timer = window.setTimeout(() => giveListRoles(dom), REST_MS)
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
