import type { Node, Schema } from '@tiptap/pm/model'
import { newBlockId } from '@/shared/ids'
import type { PageIndex } from '../page-index/page-index'

/** The paragraph that an empty cell shows. */
export type PlaceholderParagraph = (cell: string) => Node

/**
 * The paragraphs that empty cells show in one editor. Like the one of an empty page, such a paragraph is on the page only
 * from its first keystroke on; until then everybody has one of their own, so that two people who write into one empty cell
 * at once make two paragraphs.
 */
export class CellPlaceholders {
  private readonly nodes = new Map<string, Node>()
  private readonly cells = new Map<unknown, string>()

  /** The paragraph of an empty cell; the same one until something is made of it. */
  of(index: PageIndex, cell: string, schema: Schema): Node {
    const known = this.nodes.get(cell)
    if (known && known.type.schema === schema && !index.tree.entry(String(known.attrs.id))) return known
    const made = schema.nodes.paragraph!.create({ id: newBlockId() })
    this.adopt([[cell, made]])
    return made
  }

  /** What the editor itself put into its empty cells. */
  adopt(shown: Iterable<readonly [string, Node]>): void {
    for (const [cell, node] of shown) {
      const elsewhere = this.cells.get(node.attrs.id)
      if (elsewhere !== undefined && elsewhere !== cell) this.nodes.delete(elsewhere)
      this.cells.delete(this.nodes.get(cell)?.attrs.id)
      this.nodes.set(cell, node)
      this.cells.set(node.attrs.id, cell)
    }
  }

  /** Empty cells whose paragraph has come to stand elsewhere (an undo can do that): they need another one. */
  *bereft(index: PageIndex, changed: Iterable<string>): Generator<string> {
    for (const id of changed) {
      const cell = this.cells.get(id)
      if (cell !== undefined && index.tree.parentOf(id) !== cell) yield cell
    }
  }
}
