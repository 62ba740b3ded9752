import { folded } from '@/shared/by-title'
import type { Destination, TreeNode, TreePage } from '../page-tree'

/** A line of the tree as it is drawn. */
export type TreeRow<T extends TreePage = TreePage> =
  | {
      kind: 'page'
      page: T
      depth: number
      hasChildren: boolean
      expanded: boolean
      /** 1 for the first of its siblings. */
      place: number
      siblings: number
    }
  | { kind: 'empty'; parentId: string; depth: number }

export type PageRow<T extends TreePage = TreePage> = Extract<TreeRow<T>, { kind: 'page' }>

/** The visible lines, top to bottom. An expanded page without pages inside has a line that says so (product.md 2.22). */
export function rowsOf<T extends TreePage>(
  tree: readonly TreeNode<T>[],
  expanded: ReadonlySet<string>,
): TreeRow<T>[] {
  const rows: TreeRow<T>[] = []
  const open: { nodes: readonly TreeNode<T>[]; next: number }[] = [{ nodes: tree, next: 0 }]
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const node = level.nodes[level.next]
    if (!node) {
      open.pop()
      continue
    }
    level.next += 1
    const isOpen = expanded.has(node.page.id)
    rows.push({
      kind: 'page',
      page: node.page,
      depth: node.depth,
      hasChildren: node.children.length > 0,
      expanded: isOpen,
      place: level.next,
      siblings: level.nodes.length,
    })
    if (!isOpen) continue
    if (node.children.length > 0) open.push({ nodes: node.children, next: 0 })
    else rows.push({ kind: 'empty', parentId: node.page.id, depth: node.depth + 1 })
  }
  return rows
}

/** The parts of a key press that the tree looks at. `mod` is Command or Control. */
export interface TreeKey {
  key: string
  mod: boolean
  shift: boolean
  alt: boolean
}

/** What a key asks of the tree. */
export type TreeCommand =
  | { do: 'focus'; id: string }
  | { do: 'expand' | 'collapse' | 'open' | 'rename' | 'trash' | 'select'; id: string }
  | { do: 'expand-siblings' | 'select-all'; ids: string[] }
  | { do: 'select-on' | 'select-to'; id: string }
  | { do: 'move'; id: string; to: Destination }

/**
 * The keyboard of the tree (WAI-ARIA tree view): arrows, Home, End, `*`, Enter; F2, Delete, Space; and moving by
 * mod+shift+arrow or alt+arrow (up and down among the siblings, right into the page above, left out of the parent).
 * Answers null when the key means nothing here. In
 * select mode mod+A takes all that is shown, shift+arrow takes the next as well and shift+Space all from the one that was
 * ticked last; to `read` leaves walking and opening.
 */
export function treeCommand(
  rows: readonly TreeRow[],
  currentId: string,
  press: TreeKey,
  mode: 'read' | 'edit' | 'select',
): TreeCommand | null {
  const pages = rows.filter((row) => row.kind === 'page')
  const at = pages.findIndex((row) => row.page.id === currentId)
  const row = pages[at]
  if (!row) return null
  const { id } = row.page
  const editable = mode === 'edit'
  const focus = (target: PageRow | undefined): TreeCommand | null =>
    target ? { do: 'focus', id: target.page.id } : null

  if ((press.mod && press.shift && !press.alt) || (press.alt && !press.mod && !press.shift)) {
    if (!editable || !press.key.startsWith('Arrow')) return null
    const to = moveByKey(pages, at, press.key)
    // Where it cannot go further the key does nothing: the browser's own would leave the page.
    return to ? { do: 'move', id, to } : { do: 'focus', id }
  }
  if (mode === 'select' && press.mod && !press.shift && press.key.toLowerCase() === 'a')
    return { do: 'select-all', ids: pages.map((other) => other.page.id) }
  if (press.mod || press.alt) return null
  if (mode === 'select' && press.shift) {
    if (press.key === ' ') return { do: 'select-to', id }
    const next =
      press.key === 'ArrowDown' ? pages[at + 1] : press.key === 'ArrowUp' ? pages[at - 1] : undefined
    if (next) return { do: 'select-on', id: next.page.id }
  }

  switch (press.key) {
    case 'ArrowDown':
      return focus(pages[at + 1])
    case 'ArrowUp':
      return focus(pages[at - 1])
    case 'Home':
      return focus(pages[0])
    case 'End':
      return focus(pages.at(-1))
    case 'ArrowRight':
      if (!row.expanded) return { do: 'expand', id }
      return row.hasChildren ? focus(pages[at + 1]) : null
    case 'ArrowLeft':
      if (row.expanded) return { do: 'collapse', id }
      return focus(pages.findLast((other, place) => place < at && other.depth === row.depth - 1))
    case '*':
      return {
        do: 'expand-siblings',
        ids: pages
          .filter((other) => other.page.parentDocumentId === row.page.parentDocumentId)
          .map((other) => other.page.id),
      }
    case 'Enter':
      return { do: 'open', id }
    case ' ':
      return { do: 'select', id }
    case 'F2':
      return editable ? { do: 'rename', id } : null
    case 'Delete':
      return editable ? { do: 'trash', id } : null
    default:
      return null
  }
}

function moveByKey(pages: readonly PageRow[], at: number, key: string): Destination | null {
  const row = pages[at]
  if (!row) return null
  const parentDocumentId = row.depth === 0 ? null : row.page.parentDocumentId
  const parentAt = pages.findLastIndex((other, place) => place < at && other.depth === row.depth - 1)
  // Siblings lie between the parent and the end of its children, on the same depth.
  const before = pages.findLast(
    (other, place) => place < at && place > (row.depth === 0 ? -1 : parentAt) && other.depth === row.depth,
  )
  const rest = pages.slice(at + 1)
  const end = rest.findIndex((other) => other.depth < row.depth)
  const after = (end === -1 ? rest : rest.slice(0, end)).find((other) => other.depth === row.depth)
  switch (key) {
    case 'ArrowUp':
      return before ? { parentDocumentId, beforeId: before.page.id } : null
    case 'ArrowDown':
      return after ? { parentDocumentId, afterId: after.page.id } : null
    case 'ArrowRight':
      return before ? { parentDocumentId: before.page.id } : null
    case 'ArrowLeft': {
      const parent = row.depth === 0 ? undefined : pages[parentAt]
      if (!parent) return null
      return {
        parentDocumentId: parent.depth === 0 ? null : parent.page.parentDocumentId,
        afterId: parent.page.id,
      }
    }
    default:
      return null
  }
}

/** The pages between two of them, both included, in the order in which they are shown; that one alone when `from` is not shown. */
export function pagesBetween(rows: readonly TreeRow[], from: string | null, to: string): string[] {
  const ids = rows.flatMap((row) => (row.kind === 'page' ? [row.page.id] : []))
  const ends = [ids.indexOf(from ?? to), ids.indexOf(to)].sort((a, b) => a - b)
  const [first = -1, last = -1] = ends
  return first === -1 ? [to] : ids.slice(first, last + 1)
}

/** What was typed to find a page, and when. */
export interface Typed {
  text: string
  at: number
}

/** After so long a pause (ms) typing begins anew. */
const TYPING_PAUSE = 800

/**
 * What is typed with one more key. A space belongs to what is being typed, and begins nothing: then the answer is null, as
 * for a key that is no letter.
 */
export function typedOn(before: Typed, press: TreeKey, at: number): Typed | null {
  if ([...press.key].length !== 1 || press.mod || press.alt) return null
  const goesOn = before.text !== '' && at - before.at <= TYPING_PAUSE
  if (press.key === ' ' && !goesOn) return null
  return { text: goesOn ? before.text + press.key : press.key, at }
}

/**
 * The next page after the current one (around the end) whose title begins with what was typed. Typing one letter
 * again goes on to the next; more letters narrow the search from where it stands (WAI-ARIA tree view).
 */
export function typeahead(
  rows: readonly TreeRow<TreePage & { title: string }>[],
  currentId: string,
  typed: string,
): string | null {
  const pages = rows.filter((row) => row.kind === 'page')
  const at = pages.findIndex((row) => row.page.id === currentId)
  const find = (wanted: string, from: number) =>
    [...pages.slice(from), ...pages.slice(0, from)].find((row) => folded(row.page.title).startsWith(wanted))
      ?.page.id ?? null
  const wanted = folded(typed)
  const [letter = ''] = wanted
  if (wanted.length === 1) return find(wanted, at + 1)
  return find(wanted, at) ?? (wanted === letter.repeat(wanted.length) ? find(letter, at + 1) : null)
}

/** The page with which one goes on when this one goes, with all that is inside it: the next one, else the one before; null when there is none. */
export function besideTrashed<T extends TreePage>(rows: readonly TreeRow<T>[], id: string): string | null {
  const at = rows.findIndex((row) => row.kind === 'page' && row.page.id === id)
  const trashed = rows[at]
  if (!trashed) return null
  const isPage = (row: TreeRow<T>): row is PageRow<T> => row.kind === 'page'
  const after = rows.slice(at + 1).filter(isPage)
  const next = after.find(({ depth }) => depth <= trashed.depth) ?? rows.slice(0, at).findLast(isPage)
  return next?.page.id ?? null
}
