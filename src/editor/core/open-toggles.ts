import type { Node as PMNode, ResolvedPos } from '@tiptap/pm/model'
import { createListeners } from '@/shared/store'

/** Which toggles a person has open: theirs alone, kept in this browser, no part of any page. */
const KEY = 'sheaf:open-toggles'
/** As many are remembered; those that were opened longest ago are forgotten first. */
const MOST = 2000

let open: Set<string> | null = null
const listeners = createListeners()

function opened(): Set<string> {
  if (open) return open
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    open = new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [])
  } catch {
    // Without storage, or with something else in it, all toggles are closed until they are opened here.
    open = new Set()
  }
  return open
}

export const isToggleOpen = (id: unknown): boolean => typeof id === 'string' && opened().has(id)

export function setToggleOpen(id: string, isOpen: boolean): void {
  const ids = opened()
  if (ids.has(id) === isOpen) return
  ids.delete(id)
  if (isOpen) ids.add(id)
  for (const oldest of ids) {
    if (ids.size <= MOST) break
    ids.delete(oldest)
  }
  try {
    localStorage.setItem(KEY, JSON.stringify([...ids]))
  } catch {
    // Full or forbidden: it is open for as long as this tab is.
  }
  listeners.tell()
}

/** Calls back after any toggle was opened or closed; the returned function ends that. */
export const onTogglesChange = listeners.subscribe

/** Another tab of the same person has opened or closed some. */
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== KEY) return
    open = null
    listeners.tell()
  })
}

/** The closed toggles that hide what stands at a position, outermost first. */
export function closedAround($pos: ResolvedPos): PMNode[] {
  const closed: PMNode[] = []
  for (let depth = 1; depth <= $pos.depth; depth++) {
    const node = $pos.node(depth)
    const isHidden = node.type.name === 'toggle' && $pos.index(depth) > 0
    if (isHidden && !isToggleOpen(node.attrs.id)) closed.push(node)
  }
  return closed
}

/**
 * Opens every toggle that hides what stands at `pos`: for code that takes a person there (a link to a block, a search, an
 * undo).
 */
export function revealPosition(doc: PMNode, pos: number): void {
  for (const node of closedAround(doc.resolve(pos))) {
    if (typeof node.attrs.id === 'string') setToggleOpen(node.attrs.id, true)
  }
}
