import { t } from '@/shared/i18n'
import { bySiblingOrder } from './page-order'

/** The part of a page that the tree's rules need. */
export interface TreePage {
  id: string
  parentDocumentId: string | null
  position: string
}

/** A page with the pages inside it, in order. */
export interface TreeNode<T extends TreePage> {
  page: T
  depth: number
  children: TreeNode<T>[]
}

/**
 * The tree of a flat list. A page whose parent is not in the list surfaces at top level, and so does the first of a
 * ring of parents: no page is ever hidden (rulings 2).
 */
export function treeOf<T extends TreePage>(pages: readonly T[]): TreeNode<T>[] {
  const nodes = new Map(pages.map((page) => [page.id, { page, depth: 0, children: [] } as TreeNode<T>]))
  const roots: TreeNode<T>[] = []
  for (const node of nodes.values()) {
    const parent = node.page.parentDocumentId === null ? undefined : nodes.get(node.page.parentDocumentId)
    if (parent) parent.children.push(node)
    else roots.push(node)
  }
  const seen = new Set<string>()
  const settle = (start: TreeNode<T>[]) => {
    const open: [TreeNode<T>[], number][] = [[start, 0]]
    for (let level = open.pop(); level; level = open.pop()) {
      const [siblings, depth] = level
      siblings.sort((a, b) => bySiblingOrder(a.page, b.page))
      for (const node of siblings) {
        seen.add(node.page.id)
        node.depth = depth
        node.children = node.children.filter((child) => !seen.has(child.page.id))
        open.push([node.children, depth + 1])
      }
    }
  }
  settle(roots)
  for (const node of nodes.values()) {
    if (seen.has(node.page.id)) continue
    settle([node])
    roots.push(node)
  }
  return roots.sort((a, b) => bySiblingOrder(a.page, b.page))
}

/** The pages in the order in which the tree shows them when all is open. */
export function inTreeOrder<T extends TreePage>(pages: readonly T[]): T[] {
  const order: T[] = []
  const open = treeOf(pages).reverse()
  for (let node = open.pop(); node; node = open.pop()) {
    order.push(node.page)
    open.push(...node.children.toReversed())
  }
  return order
}

/** The ids of pages and of everything below them. */
export function subtreeIds(pages: readonly TreePage[], ids: readonly string[]): Set<string> {
  const childrenOf = Map.groupBy(pages, (page) => page.parentDocumentId)
  const found = new Set(ids)
  for (const next of found) for (const child of childrenOf.get(next) ?? []) found.add(child.id)
  return found
}

export type DropZone = 'before' | 'inside' | 'after'

/** Top quarter = before, bottom quarter = after, middle = inside (product.md 4.4). `y` is measured from the row's top. */
export function dropZone(y: number, height: number): DropZone {
  if (y < height / 4) return 'before'
  return y >= (height * 3) / 4 ? 'after' : 'inside'
}

/** Where a page is to go. */
export interface Destination {
  parentDocumentId: string | null
  beforeId?: string
  afterId?: string
}

/** What dropping on a row in a zone means. */
export function destinationOf(target: TreePage, zone: DropZone): Destination {
  if (zone === 'inside') return { parentDocumentId: target.id }
  const parentDocumentId = target.parentDocumentId
  return zone === 'before'
    ? { parentDocumentId, beforeId: target.id }
    : { parentDocumentId, afterId: target.id }
}

export type MoveRefusal = 'itself' | 'own-descendant' | 'too-deep'

/** Why a move is refused, in the words of the screen. */
export const MOVE_REFUSALS: Record<MoveRefusal, string> = {
  get itself() {
    return t('A page cannot be moved onto itself.')
  },
  get 'own-descendant'() {
    return t('A page cannot be moved into a page that lies inside it.')
  },
  get 'too-deep'() {
    return t('Pages cannot be nested this deeply.')
  },
}

/**
 * May this page go there? (product.md 5.5, rulings 3.) `ancestors` are the target parent and everything above it (empty for the
 * top level), `height` is how many levels the moved page has, itself included.
 */
export function refuseMove(
  id: string,
  to: Destination,
  ancestors: readonly string[],
  height: number,
  depthLimit: number,
): MoveRefusal | null {
  if (to.parentDocumentId === id || to.beforeId === id || to.afterId === id) return 'itself'
  if (ancestors.includes(id)) return 'own-descendant'
  return ancestors.length + height > depthLimit ? 'too-deep' : null
}

/** `refuseMove` for somebody who has the whole tree at hand. */
export function refuseMoveInTree(
  pages: readonly TreePage[],
  id: string,
  to: Destination,
  depthLimit: number,
): MoveRefusal | null {
  const byId = new Map(pages.map((page) => [page.id, page]))
  return refuseMove(id, to, ancestorsOf(byId, to.parentDocumentId), heightOf(pages, [id]), depthLimit)
}

/** A page's id (null: top level) and those above it, the nearest first. Ends at a ring. */
export function ancestorsOf(byId: ReadonlyMap<string, TreePage>, id: string | null): string[] {
  const above = new Set<string>()
  for (let at = id; at !== null && !above.has(at) && byId.has(at); ) {
    above.add(at)
    at = byId.get(at)?.parentDocumentId ?? null
  }
  return [...above]
}

/** Those of these pages that do not go along inside another one of them. */
export function topmost<Page extends TreePage>(pages: readonly Page[], some: readonly Page[]): Page[] {
  const byId = new Map(pages.map((page) => [page.id, page]))
  const ids = new Set(some.map(({ id }) => id))
  return some.filter(
    ({ parentDocumentId }) => !ancestorsOf(byId, parentDocumentId).some((above) => ids.has(above)),
  )
}

/** How many levels the highest of some pages has, itself included. */
export function heightOf(pages: readonly TreePage[], ids: readonly string[]): number {
  const childrenOf = Map.groupBy(pages, (page) => page.parentDocumentId)
  const seen = new Set(ids)
  let height = 0
  for (let level = [...ids]; level.length > 0; height += 1) {
    level = level.flatMap((parent) => (childrenOf.get(parent) ?? []).map((page) => page.id))
    level = level.filter((child) => !seen.has(child) && seen.add(child))
  }
  return height
}
