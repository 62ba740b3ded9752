import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import { canJoin, canSplit, findWrapping, liftTarget } from '@tiptap/pm/transform'
import { pageSchema } from '@/blocks'
import { isTable, isWholeTable } from '@/document/binding/table-nodes'
import { type Client, outline } from './test-clients'

export interface World {
  random: (below: number) => number
  /** Who took a token away: by deleting it, or by undoing its typing. */
  taken: Map<string, Set<Client>>
  typed: Set<string>
  ids: number
  /** Edits after which the page was not what the editor had made of it. */
  unfaithful: string[]
}

interface Found {
  node: Node
  pos: number
  parent: Node
}

const blocksIn = (doc: Node): Found[] => {
  const found: Found[] = []
  doc.descendants((node, pos, parent) => {
    if (node.isBlock) found.push({ node, pos, parent: parent as Node })
    return !node.inlineContent
  })
  return found
}

export const tokensIn = (doc: Node): string[] => [...doc.textContent].filter((token) => token > '\u4dff')

const MARKS = ['bold', 'italic', 'link'] as const

/** One random edit of one person. */
export function randomEdit(client: Client, world: World): string {
  const { random } = world
  const { state } = client
  const { tr, doc } = state
  const all = blocksIn(doc)
  const texts = all.filter(({ node }) => node.inlineContent)
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const newId = () => `n${client.doc.clientID}-${world.ids++}`
  const token = () => {
    const made = String.fromCharCode(0x4e00 + world.typed.size)
    world.typed.add(made)
    return made
  }
  const inside = ({ node, pos }: Found) => pos + 1 + random(node.content.size + 1)
  const before = tokensIn(doc)
  const act = pick([
    'type',
    'type',
    'type',
    'type',
    'split',
    'split',
    'split',
    'merge',
    'merge',
    'move',
    'move',
    'cut',
    'cutAcross',
    'delete',
    'wrap',
    'lift',
    'kind',
    'indent',
    'mark',
    'mark',
    'insert',
    'paste',
    'undo',
    'undo',
    'redo',
    'rewrite',
    'into',
    'enterBefore',
  ])
  switch (act) {
    case 'type':
      if (texts.length > 0) tr.insertText(token(), inside(pick(texts)))
      break
    case 'split': {
      const block = texts.length > 0 ? pick(texts) : null
      if (!block) break
      const at = inside(block)
      const attrs = { ...block.node.attrs, id: newId() }
      if (canSplit(tr.doc, at, 1, [{ type: block.node.type, attrs }]))
        tr.split(at, 1, [{ type: block.node.type, attrs }])
      if (random(2)) tr.insertText(token(), at)
      break
    }
    case 'enterBefore': {
      const block = texts.length > 0 ? pick(texts) : null
      if (block) tr.insert(block.pos, pageSchema.nodes.paragraph!.create({ id: newId() }))
      break
    }
    case 'merge': {
      const joins = texts.filter(
        ({ pos }) => pos > 0 && canJoin(doc, pos) && doc.resolve(pos).nodeBefore?.inlineContent,
      )
      if (joins.length > 0) tr.join(pick(joins).pos)
      break
    }
    case 'move': {
      if (all.length < 2) break
      const block = pick(all)
      if (block.parent.childCount === 1) break
      tr.delete(block.pos, block.pos + block.node.nodeSize)
      const target = pick(blocksIn(tr.doc))
      tr.insert(random(2) ? target.pos : target.pos + target.node.nodeSize, block.node)
      break
    }
    case 'into': {
      const quotes = all.filter(({ node }) => node.type.name === 'blockquote')
      const block = pick(all)
      if (quotes.length === 0 || block.parent.childCount === 1) break
      const quote = pick(quotes)
      if (quote.pos >= block.pos && quote.pos < block.pos + block.node.nodeSize) break
      tr.insert(quote.pos + 1, block.node)
      const from = tr.mapping.map(block.pos)
      tr.delete(from, from + block.node.nodeSize)
      break
    }
    case 'cut': {
      const block = texts.length > 0 ? pick(texts) : null
      if (block && block.node.content.size > 0) {
        const from = random(block.node.content.size)
        tr.delete(
          block.pos + 1 + from,
          block.pos + 1 + Math.min(block.node.content.size, from + 1 + random(3)),
        )
      }
      break
    }
    case 'cutAcross': {
      if (texts.length < 2) break
      const [from, to] = [inside(pick(texts)), inside(pick(texts))].sort((a, b) => a - b) as [number, number]
      tr.replaceRange(
        from,
        to,
        random(2) ? new Slice(Fragment.from(pageSchema.text(token())), 0, 0) : Slice.empty,
      )
      break
    }
    case 'delete': {
      const block = pick(all)
      if (block.parent.childCount > 1) tr.delete(block.pos, block.pos + block.node.nodeSize)
      break
    }
    case 'wrap': {
      const block = pick(all)
      const range = doc.resolve(block.pos + (block.node.inlineContent ? 1 : 0)).blockRange()
      const wrapping =
        range && range.depth < 4 ? findWrapping(range, pageSchema.nodes.blockquote!, { id: newId() }) : null
      if (range && wrapping) tr.wrap(range, wrapping)
      break
    }
    case 'lift': {
      const nested = texts.filter(({ parent }) => parent.type.name === 'blockquote')
      if (nested.length === 0) break
      const range = doc.resolve(pick(nested).pos + 1).blockRange()
      const target = range && liftTarget(range)
      if (range && typeof target === 'number') tr.lift(range, target)
      break
    }
    case 'kind': {
      const block = texts.length > 0 ? pick(texts) : null
      if (!block) break
      const kind = pick(['paragraph', 'heading', 'listItem', 'codeBlock'])
      const attrs = { id: block.node.attrs.id }
      tr.setBlockType(block.pos + 1, block.pos + 1, pageSchema.nodes[kind]!, attrs)
      break
    }
    case 'indent': {
      const block = pick(all)
      if ('indent' in block.node.attrs) tr.setNodeAttribute(block.pos, 'indent', random(4))
      break
    }
    case 'mark': {
      const block = texts.length > 0 ? pick(texts) : null
      if (!block || block.node.content.size === 0) break
      const from = block.pos + 1 + random(block.node.content.size)
      const to = Math.min(block.pos + 1 + block.node.content.size, from + 1 + random(4))
      const type = pageSchema.marks[pick(MARKS)]!
      if (random(3))
        tr.addMark(from, to, type.create(type.name === 'link' ? { url: `https://a.b/${random(3)}` } : null))
      else tr.removeMark(from, to, type)
      break
    }
    case 'insert': {
      const block = pick(all)
      const kind = pick(['paragraph', 'horizontalRule', 'heading'])
      const type = pageSchema.nodes[kind]!
      const content = kind === 'paragraph' ? pageSchema.text(token()) : null
      tr.insert(block.pos + block.node.nodeSize, type.create({ id: newId() }, content))
      break
    }
    case 'paste': {
      const block = pick(all)
      const { paragraph, blockquote } = pageSchema.nodes
      const line = () => paragraph!.create({ id: newId() }, pageSchema.text(token()))
      tr.insert(block.pos, [line(), blockquote!.create({ id: newId() }, [line(), line()]), line()])
      break
    }
    case 'rewrite':
      // As a command that sets the whole content would: nothing is told of what stays.
      if (random(4) === 0) {
        const nodes = doc.content.content.map((node) => pageSchema.nodeFromJSON(node.toJSON()))
        tr.replaceWith(0, doc.content.size, nodes)
      }
      break
    case 'undo':
      client.binding.undo()
      break
    case 'redo':
      client.binding.redo()
      break
  }
  if (tr.docChanged) {
    client.dispatch(tr)
    // What was done is what the page says then. Lifting cuts a quote in two, and the second one gets an id of its own; marks
    // that code hides come back when its text stands elsewhere.
    const done = client.state.doc
    const hidesMarks = texts.some(({ node }) => node.type.spec.code)
    const isNamed = blocksIn(tr.doc).every(({ node }) => node.attrs.id)
    const isKept =
      act === 'lift' || hidesMarks || !isNamed ? outline(done) === outline(tr.doc) : done.eq(tr.doc)
    // A table of which a part was taken away is filled up.
    const isWhole = blocksIn(tr.doc).every(({ node }) => !isTable(node) || isWholeTable(node))
    if (!isKept && isWhole) world.unfaithful.push(`${act}: ${tr.doc} became ${done}`)
    if (random(3)) client.binding.undoManager.stopCapturing()
  }
  // Of a token that stands there twice for the moment, one may be taken.
  const after = Map.groupBy(tokensIn(client.state.doc), (token) => token)
  for (const [token, all] of Map.groupBy(before, (token) => token))
    if ((after.get(token)?.length ?? 0) < all.length)
      world.taken.set(token, (world.taken.get(token) ?? new Set()).add(client))
  return act
}
