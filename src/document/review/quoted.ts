import * as Y from 'yjs'
import { normalizeBlocks, plainTextOf } from '@/blocks'
import { plainAtom } from '@/blocks/plain-text'
import { rawBlock } from '../binding/nodes'
import { cellId } from '../format/grid'
import { asAtom, type Piece } from '../format/layout'
import type { PageIndex } from '../page-index/page-index'

/** Characters of quoted words, the sign that they go on included. */
export const QUOTED = 100

/** How many blocks are looked at for the first words of one that holds others. */
const LOOKED_AT = 50

/** Words in one line, cut to what a card has room for, with `…` where they go on. */
export function quoted(words: string): string {
  const line = words
    .slice(0, 4 * QUOTED)
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= QUOTED) return line
  const end = QUOTED - 1
  const isPairCut = /[\ud800-\udbff]/.test(line.charAt(end - 1))
  return `${line.slice(0, isPairCut ? end - 1 : end)}…`
}

/** The characters of an item from one to another; what stands for an atom where there are only letters. */
export function wordsIn({ content }: Y.Item, from: number, to: number): string {
  if (content instanceof Y.ContentString) return content.str.slice(from, to)
  return content instanceof Y.ContentEmbed ? wordsOfAtom(content.embed) : ''
}

function wordsOfAtom(embed: unknown): string {
  const { kind, ...attributes } = asAtom(embed)
  return typeof kind === 'string' ? plainAtom(kind, attributes) : ''
}

const wordsOfPiece = ({ insert }: Piece): string =>
  typeof insert === 'string' ? insert : wordsOfAtom(insert)

/** The first words of a block, or of what stands in it. */
export const wordsOfBlock = (index: PageIndex, block: string): string => wordsOfAll(index, [block])

/** The first words of what stands in cells. A block may have the name of a cell: its words are not those of the cell. */
export const wordsOfCells = (index: PageIndex, cells: readonly string[]): string =>
  wordsOfAll(
    index,
    cells.flatMap((cell) => index.children(cell).slice(0, LOOKED_AT)),
  )

function wordsOfAll(index: PageIndex, blocks: readonly string[]): string {
  let words = ''
  const rest = blocks.slice(0, LOOKED_AT).reverse()
  for (let looked = 0; looked < LOOKED_AT && words.length <= QUOTED; looked++) {
    const id = rest.pop()
    if (id === undefined) break
    const own = ownWords(index, id)
    if (own) words += words ? ` ${own}` : own
    const inside =
      index.tree.holds(id) === 'grid'
        ? cellsOf(index, id).flatMap((cell) => index.children(cell).slice(0, LOOKED_AT))
        : index.children(id)
    for (const child of inside.slice(0, LOOKED_AT).reverse()) rest.push(child)
  }
  return words
}

function ownWords(index: PageIndex, id: string): string {
  const holds = index.tree.holds(id)
  if (holds === 'text' || holds === 'any') return index.text(id).map(wordsOfPiece).join('')
  if (holds !== 'none') return ''
  const bare = { id, kind: index.tree.kindOf(id), attributes: index.attributes(id), text: [], children: [] }
  return plainTextOf(normalizeBlocks([rawBlock(bare)]))
}

/** The first cells of a table, row by row. */
function cellsOf(index: PageIndex, grid: string): string[] {
  const { rows, columns } = index.tree.grid(grid)
  const cells: string[] = []
  for (const row of rows) {
    for (const column of columns) if (cells.push(cellId(row, column)) === LOOKED_AT) return cells
  }
  return cells
}
