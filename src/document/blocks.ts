import type { Node } from '@tiptap/pm/model'
import type * as Y from 'yjs'
import { blocksFromDoc, docFromBlocks, pageSchema, plainTextOf } from '@/blocks'
import type { Block } from '@/blocks/kit/block'
import { bodyOf } from './page-doc'
import { NodeMap, readBody } from './read'
import { writeBody } from './write'

/** The page's blocks. Reading changes nothing; a block id occurs once, whatever two people did at once. */
export function blocksOf(doc: Y.Doc): Block[] {
  return blocksOfNodes(readBody(bodyOf(doc), pageSchema, new NodeMap()))
}

/**
 * Makes the page hold `blocks` as a forward edit: blocks are matched by id, inside a block only what differs is
 * changed, so it merges with people who are typing. Writes nothing when the page holds them already.
 */
export function applyBlocks(doc: Y.Doc, blocks: readonly Block[], origin?: unknown): void {
  const map = new NodeMap()
  const body = bodyOf(doc)
  const now = readBody(body, pageSchema, map)
  const current = blocksOfNodes(now)
  if (JSON.stringify(current) === JSON.stringify(blocks)) return
  const wanted = nodesOf(blocks)
  // What did not change is handed back as the very node that stands there, so that it is left alone.
  const standing = new Map(nodesOf(current).map((node, i) => [node.attrs.id, { node, now: now[i] }]))
  const nodes = wanted.map((node) => {
    const same = standing.get(node.attrs.id)
    return same?.now && same.node.eq(node) ? same.now : node
  })
  doc.transact(() => writeBody(body, nodes, map), origin)
}

/** The page's text without any formatting, one block a line. */
export function plainTextOfDoc(doc: Y.Doc): string {
  return plainTextOf(blocksOf(doc))
}

const nodesOf = (blocks: readonly Block[]): Node[] => {
  const nodes: Node[] = []
  if (blocks.length > 0) {
    docFromBlocks([...blocks]).forEach((node) => {
      nodes.push(node)
    })
  }
  return nodes
}

function blocksOfNodes(nodes: readonly Node[]): Block[] {
  if (nodes.length === 0) return []
  const seen = new Set<string>()
  return blocksFromDoc(pageSchema.topNodeType.create(null, nodes)).map((block) => uniqueIds(block, seen))
}

/** Gives the second block of the same id another one, the same for everybody who reads the page. */
function uniqueIds(block: Block, seen: Set<string>): Block {
  let id = block.id
  for (let n = 2; !id || seen.has(id); n++) id = `${block.id}~${n}`
  seen.add(id)
  const children = block.children?.map((child) => uniqueIds(child, seen))
  return { ...block, id, ...(children ? { children } : {}) }
}
