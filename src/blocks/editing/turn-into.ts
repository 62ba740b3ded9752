import type { NodeType, Node as PMNode, ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { findWrapping, liftTarget } from '@tiptap/pm/transform'
import { newBlockId } from '@/shared/ids'
import { type Attributes, cleanAttributes } from '../kit/attributes'
import type { BlockDefinition } from '../kit/define-block'

/** A ProseMirror command: answers whether it applies and, when given a transaction to change, applies. */
export type BlockCommand = (state: EditorState, tr: Transaction, apply: boolean) => boolean

/** The text blocks that the selection touches, with the position before each. */
export function selectedTextBlocks(selection: Selection, doc: PMNode): { node: PMNode; pos: number }[] {
  const found: { node: PMNode; pos: number }[] = []
  for (const range of selection.ranges) {
    doc.nodesBetween(range.$from.pos, range.$to.pos, (node, pos) => {
      if (!node.isTextblock) return true
      found.push({ node, pos })
      return false
    })
  }
  return found
}

/** What a text block of another kind looks like after the change: its id stays, and every attribute both kinds have. */
export const turnedAttributes = (definition: BlockDefinition, old: PMNode, attributes: Attributes) => ({
  ...cleanAttributes(definition.attributes, { ...old.attrs, ...attributes }),
  id: old.attrs.id,
})

const isAlready = (node: PMNode, type: NodeType, attributes: Attributes): boolean =>
  node.type === type && Object.entries(attributes).every(([key, value]) => node.attrs[key] === value)

/** Puts the words of mentions, dates and equations in their place, in a block that becomes code, which holds nothing but text. */
export function atomsToText(tr: Transaction, pos: number): void {
  const leaves: { at: number; node: PMNode }[] = []
  tr.doc.nodeAt(pos)?.forEach((node, offset) => {
    if (!node.isText && node.type.spec.linebreakReplacement !== true)
      leaves.push({ at: pos + 1 + offset, node })
  })
  for (const { at, node } of leaves.reverse()) {
    // As Tiptap keeps `renderText` of `defineInline`.
    const words = (node.type.spec.toText as ((given: { node: PMNode }) => string) | undefined)?.({ node })
    if (words) tr.replaceWith(at, at + node.nodeSize, node.type.schema.text(words))
  }
}

/** Turns the selected blocks into a kind. Text is kept; quotes wrap, dividers are inserted. */
export const turnInto =
  (definition: BlockDefinition, attributes: Attributes = {}): BlockCommand =>
  (state, tr, apply) => {
    if (definition.content === 'blocks') return wrapSelection(definition)(state, tr, apply)
    if (definition.content === 'none') return insertBlock(definition, attributes)(state, tr, apply)
    const type = state.schema.nodes[definition.kind]!
    const blocks = selectedTextBlocks(tr.selection, tr.doc)
    if (blocks.length === 0) return false
    const allowed = blocks.every(({ pos }) => {
      const $pos = tr.doc.resolve(pos)
      return $pos.parent.canReplaceWith($pos.index(), $pos.index() + 1, type)
    })
    if (!allowed) return false
    if (apply) {
      for (const { node, pos } of [...blocks].reverse()) {
        if (isAlready(node, type, attributes)) continue
        if (type.spec.code) atomsToText(tr, pos)
        tr.setBlockType(pos + 1, pos + 1, type, (old: PMNode) =>
          turnedAttributes(definition, old, attributes),
        )
      }
      tr.scrollIntoView()
    }
    return true
  }

/** Turns the selected blocks into a kind, or back into text when all of them already are of it. */
export const toggleBlock =
  (definition: BlockDefinition, text: BlockDefinition, attributes: Attributes = {}): BlockCommand =>
  (state, tr, apply) => {
    if (definition.content === 'blocks') {
      return unwrapSelection(definition.kind)(state, tr, apply) || wrapSelection(definition)(state, tr, apply)
    }
    const type = state.schema.nodes[definition.kind]!
    const blocks = selectedTextBlocks(tr.selection, tr.doc)
    const all = blocks.length > 0 && blocks.every(({ node }) => isAlready(node, type, attributes))
    return turnInto(all ? text : definition, all ? {} : attributes)(state, tr, apply)
  }

/** Puts the selected blocks into a new container. */
export const wrapSelection =
  (definition: BlockDefinition): BlockCommand =>
  (state, tr, apply) => {
    const { $from, $to } = tr.selection
    const range = $from.blockRange($to)
    const wrapping = range && findWrapping(range, state.schema.nodes[definition.kind]!)
    if (!range || !wrapping) return false
    if (apply) {
      const made = wrapping.map((wrap) => ({ ...wrap, attrs: { ...wrap.attrs, id: newBlockId() } }))
      tr.wrap(range, made).scrollIntoView()
      const { indent } = range.parent.child(range.startIndex).attrs
      // What was indented goes on being so as a whole: the title of a toggle has no indent of its own.
      if (definition.kind === 'toggle' && indent > 0) {
        tr.setNodeAttribute(range.start, 'indent', indent)
        tr.setNodeAttribute(range.start + 1, 'indent', 0)
      }
    }
    return true
  }

const unwrapSelection =
  (kind: string): BlockCommand =>
  (_state, tr, apply) => {
    const { $from, $to } = tr.selection
    for (let depth = $from.depth; depth > 0; depth--) {
      if ($from.node(depth).type.name !== kind || $from.end(depth) < $to.pos) continue
      const range = $from.blockRange($to, (parent) => parent === $from.node(depth))
      const target = range && liftTarget(range)
      if (!range || target === null || target === undefined) return false
      if (apply) tr.lift(range, target).scrollIntoView()
      return true
    }
    return false
  }

/** The innermost place after (or instead of) the selected block where a new block can stand. */
function placeForBlock($pos: ResolvedPos): { from: number; to: number } {
  const depth = $pos.depth
  if (depth === 0) return { from: $pos.pos, to: $pos.pos }
  const empty = $pos.parent.type.name === 'paragraph' && $pos.parent.content.size === 0
  return empty ? { from: $pos.before(), to: $pos.after() } : { from: $pos.after(), to: $pos.after() }
}

/** Inserts a new block below the selected one (an empty paragraph is replaced) and puts the caret where typing goes on. */
export const insertBlock =
  (definition: BlockDefinition, attributes: Attributes = {}): BlockCommand =>
  (state, tr, apply) => {
    const { selection } = tr
    const place =
      selection instanceof NodeSelection && selection.node.isBlock
        ? { from: selection.to, to: selection.to }
        : placeForBlock(selection.$to)
    if (!apply) return true
    const { paragraph } = state.schema.nodes
    const emptyText = () => paragraph!.create({ id: newBlockId() })
    const attrs = { ...cleanAttributes(definition.attributes, attributes), id: newBlockId() }
    const block = state.schema.nodes[definition.kind]!.create(
      attrs,
      definition.content === 'blocks' ? emptyText() : null,
    )
    tr.replaceWith(place.from, place.to, block)
    const after = place.from + block.nodeSize
    if (definition.content === 'none' && !tr.doc.resolve(after).nodeAfter?.isTextblock) {
      tr.insert(after, emptyText())
    }
    const caret = definition.content === 'none' ? after : place.from
    tr.setSelection(Selection.near(tr.doc.resolve(caret + 1), 1)).scrollIntoView()
    return true
  }

/** Puts the caret into the text block that begins at `pos`. */
export const caretAt = (tr: Transaction, pos: number): Transaction =>
  tr.setSelection(TextSelection.create(tr.doc, pos))
