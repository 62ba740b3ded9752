import { type Schema, Slice } from '@tiptap/pm/model'
import type { Block } from '@/blocks'
import { LOCAL_PICTURE, readHtml } from '@/blocks/html/read'
import { t } from '@/shared/i18n'
import { whyTooMany } from './limits'
import { sliceFromBlocks } from './slices'

/** A cell copied alone is what stands in it. */
function withoutLoneCell(blocks: readonly Block[]): readonly Block[] {
  const [table] = blocks
  if (blocks.length !== 1 || table?.kind !== 'table') return blocks
  const rows = (table.children ?? []).filter(({ kind }) => kind === 'tableRow')
  const cells = rows.flatMap(({ children = [] }) => children)
  return cells.length === 1 ? (cells[0]!.children ?? []) : blocks
}

/** Words of the middle of a sentence keep the space behind them, which at the end of a paragraph nobody sees. */
function withSpaceBehind(blocks: readonly Block[], dom: HTMLElement): readonly Block[] {
  const [only] = blocks
  const isInline =
    blocks.length === 1 && only?.kind === 'paragraph' && !dom.querySelector('p, div, li, td, br')
  const text = only?.text ?? []
  const last = text.at(-1)
  if (!isInline || !last || !('text' in last) || !/[^\s][ \u00a0]$/.test(dom.textContent ?? '')) return blocks
  return [{ ...only, text: [...text.slice(0, -1), { ...last, text: `${last.text} ` }] }]
}

const picturesLeft = (count: number): string =>
  t(
    '{count, plural, one {A picture was left out: the clipboard only says where it is on the computer. Copy it by itself, or add the file.} other {# pictures were left out: the clipboard only says where they are on the computer. Copy each by itself, or add the file.}}',
    { count },
  )

/**
 * The HTML of another program as the importer reads it, which knows nested lists, tables and odd markup. `tell` is told
 * what had to be left out; `refuse` that nothing is to be pasted.
 */
export function foreignSlice(
  schema: Schema,
  dom: HTMLElement,
  tell: (message: string) => void,
  refuse: (why: string) => void,
): Slice {
  const { blocks, notes } = readHtml('', () => dom)
  const why = whyTooMany(blocks)
  if (why !== null) {
    refuse(why)
    return Slice.empty
  }
  const left = notes.find(({ what }) => what === LOCAL_PICTURE())
  if (left) tell(picturesLeft(left.count))
  return sliceFromBlocks(schema, withSpaceBehind(withoutLoneCell(blocks), dom))
}
