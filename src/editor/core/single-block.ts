import { keydownHandler } from '@tiptap/pm/keymap'
import { Fragment, type Node } from '@tiptap/pm/model'
import { type Command, type EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'

/** `block`: one block, whose text may have several lines. `line`: one block of one line. */
export type Single = 'block' | 'line'

/** The inline content of everything under a node, block by block, with `between` in front of each but the first. */
function joined(parent: Node, between: Node): Fragment {
  const pieces: Node[] = []
  let isFirst = true
  parent.descendants((node) => {
    if (!node.isTextblock) return true
    if (!isFirst) pieces.push(between)
    isFirst = false
    // Code holds its lines as characters.
    const breaks = node.type.spec.code ? node.textContent.split('\n') : null
    if (breaks) {
      breaks.forEach((line, index) => {
        if (index > 0) pieces.push(between)
        if (line) pieces.push(node.type.schema.text(line))
      })
    } else node.content.forEach((child) => void pieces.push(child))
    return false
  })
  return Fragment.fromArray(pieces)
}

const withoutBreaks = (content: Fragment, space: Node): Fragment => {
  const pieces: Node[] = []
  content.forEach((child) => void pieces.push(child.type.name === 'hardBreak' ? space : child))
  return Fragment.fromArray(pieces)
}

/**
 * What makes a page of several blocks (or lines) a page of one: its first text block keeps its kind, what stood in the
 * others follows in it. `null` when nothing is to be done.
 */
export function mergeIntoOne(state: EditorState, single: Single): Transaction | null {
  const { doc, schema } = state
  const first = doc.firstChild!
  const isOne = doc.childCount === 1 && first.isTextblock && !first.type.spec.code
  const isLine = !first.content.content.some((child) => child.type.name === 'hardBreak')
  if (isOne && (single === 'block' || isLine)) return null
  const space = schema.text(' ')
  const between = single === 'line' ? space : schema.nodes.hardBreak!.create()
  const all = joined(doc, between)
  const content = single === 'line' ? withoutBreaks(all, space) : all
  const type = first.isTextblock && !first.type.spec.code ? first.type : schema.nodes.paragraph!
  const block = type.create(type === first.type ? first.attrs : { id: first.attrs.id }, content)
  // How much text stands before the caret tells where it is afterwards: each block's edge became one character.
  const before = joined(doc.cut(0, state.selection.head), between).size
  const tr = state.tr.replaceWith(0, doc.content.size, block)
  return tr.setSelection(TextSelection.create(tr.doc, 1 + Math.min(before, block.content.size)))
}

const breakLine: Command = (state, dispatch) => {
  const { hardBreak } = state.schema.nodes
  dispatch?.(state.tr.replaceSelectionWith(hardBreak!.create()).scrollIntoView())
  return true
}

const nothing: Command = () => true

/**
 * An editor of one block (product.md 2.25): Enter begins a line or, where there is only one, does nothing; whatever is
 * pasted or made flows into the block.
 */
export function singleBlock(single: Single): Plugin {
  const enter = single === 'line' ? nothing : breakLine
  return new Plugin({
    appendTransaction: (transactions, _before, state) =>
      transactions.some((tr) => tr.docChanged) ? mergeIntoOne(state, single) : null,
    view(view) {
      const tr = mergeIntoOne(view.state, single)
      if (tr) queueMicrotask(() => view.isDestroyed || view.dispatch(tr.setMeta('addToHistory', false)))
      return {}
    },
    props: {
      handleKeyDown: keydownHandler({
        Enter: enter,
        'Shift-Enter': enter,
        'Mod-Enter': enter,
        'Mod-Shift-Enter': enter,
      }),
    },
  })
}
