import { DOMParser, type ParseOptions, type Schema, Slice } from '@tiptap/pm/model'
import type { Block } from '@/blocks'
import { whyTooMany } from './limits'
import { foreignHtml } from './readers'
import { sliceFromBlocks } from './slices'

/** What says that an editor of ours copied this: others are made with ProseMirror too and leave its mark. */
export const OUR_MARK = 'data-sheaf'

const isOurs = (html: string): boolean => new RegExp(`\\s${OUR_MARK}=""`).test(html)

/**
 * What ProseMirror is given of the HTML of another program. Its mark is taken off, as it names kinds that mean something
 * else here. Style sheets lose their type, so that it does not write them into the elements: that takes away every
 * property which the browser does not know (Word says its lists in `mso-list`) and puts the sheet over what an element
 * says itself. The importer reads them where they stand. Without quotes, so that it does no harm within an attribute.
 */
export const foreignPastedHtml = (html: string): string =>
  isOurs(html)
    ? html
    : html.replace(/\sdata-pm-slice="[^"]*"/g, '').replace(/<style(?=[\s/>])/gi, '<style type=text/x-copied')

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
  `${count === 1 ? 'A picture was' : `${count} pictures were`} left out: the clipboard only says where ${count === 1 ? 'it is' : 'they are'} on the computer. Copy ${count === 1 ? 'it' : 'each'} by itself, or add the file.`

/**
 * ProseMirror's own parser for what an editor of ours copied and for plain text; the importer for the HTML of other
 * programs, which knows their nested lists, tables and odd markup. `tell` is told what had to be left out; `refuse` that
 * nothing is to be pasted.
 */
export function pasteParser(
  schema: Schema,
  tell: (message: string) => void,
  refuse: (why: string) => void,
): DOMParser {
  const own = DOMParser.fromSchema(schema)
  return {
    parseSlice(dom: HTMLElement, options?: ParseOptions) {
      const reader = foreignHtml()
      const isOwn = options?.preserveWhitespace || dom.querySelector('[data-pm-slice]')
      if (!reader || isOwn) return own.parseSlice(dom, options)
      const { blocks, notes } = reader.readHtml('', () => dom)
      const why = whyTooMany(blocks)
      if (why !== null) {
        refuse(why)
        return Slice.empty
      }
      const left = notes.find(({ what }) => what === reader.LOCAL_PICTURE)
      if (left) tell(picturesLeft(left.count))
      return sliceFromBlocks(schema, withSpaceBehind(withoutLoneCell(blocks), dom))
    },
  } as DOMParser
}
