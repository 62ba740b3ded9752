import { DOMParser as BlockParser, Fragment, Slice } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { textOfLeaf } from '@/blocks'

/**
 * Pastes what an editor of ours copied as bare words, a line for each block: without formatting, and without the signs of Markdown that
 * other programs get as its text. False where it holds no words, such as a picture alone.
 */
export function pastePlain(view: EditorView, html: string): boolean {
  const { state } = view
  const { schema } = state
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const lines: string[] = []
  BlockParser.fromSchema(schema)
    .parseSlice(body, { preserveWhitespace: true })
    .content.descendants((node) => {
      if (!node.isTextblock && !node.isText) return true
      const words = node.isText ? (node.text ?? '') : node.textBetween(0, node.content.size, '\n', textOfLeaf)
      lines.push(...words.split('\n'))
      return false
    })
  if (lines.every((line) => line === '')) return false
  const { paragraph } = schema.nodes
  const isCode = state.selection.$from.parent.type.spec.code === true
  const tr =
    isCode || lines.length < 2
      ? state.tr.insertText(lines.join('\n'))
      : state.tr.replaceSelection(
          new Slice(
            Fragment.from(lines.map((line) => paragraph!.create(null, line ? schema.text(line) : null))),
            1,
            1,
          ),
        )
  view.dispatch(tr.scrollIntoView())
  return true
}
