import type { Node } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import * as Y from 'yjs'
import { isBlankCell } from '@/blocks/json'
import { PageBinding } from '@/document/binding/binding'

/** What differs between the page as this editor shows it and as a tab shows it that opens it now; `null` when nothing does. */
export function differsFromFreshTab(doc: Y.Doc, state: EditorState): string | null {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  const binding = new PageBinding(copy)
  const fresh = binding.wholeDoc(state)
  // What an empty page shows is not on it yet.
  const isEmpty = binding.index.children('').length === 0
  binding.close()
  copy.destroy()
  if (isEmpty || JSON.stringify(withoutFillers(state.doc)) === JSON.stringify(withoutFillers(fresh)))
    return null
  return `shown ${state.doc}, in a fresh tab ${fresh}`
}

/** As JSON, without the paragraphs that empty cells show and that are in every tab others. */
function withoutFillers(node: Node): unknown {
  const json = node.toJSON() as { attrs?: object; marks?: unknown; content?: unknown[] }
  const { marks: _sections, ...bare } = json
  if (node.isTextblock || node.isLeaf) return node.isText || node.isInline ? json : bare
  if (node.type.name === 'tableCell' && isBlankCell(node)) return { ...bare, content: [] }
  return { ...bare, content: node.content.content.map(withoutFillers) }
}
