import { mergePieces, normalizeBlocks } from '../json'
import type { Block, BlockMark, Inline } from '../kit/block'
import { isInlineText } from '../kit/block'
import { mentionedPage, mentionText } from '../mention/mention'
import { plainAtom } from '../plain-text'
import { writeFrontMatter } from './front-matter'
import { writeForOthers } from './syntax'
import { plainTreeFromBlocks } from './write'

/** Looks that Markdown has no words for, and that other programs would show as tags. */
const LOOKS: ReadonlySet<string> = new Set(['color', 'backgroundColor', 'fontSize'])
/** Atoms that Markdown has words for. */
const WRITTEN: ReadonlySet<string> = new Set(['inlineEquation', 'footnote'])

/**
 * The page as Markdown for other programs: CommonMark and GFM, HTML where those have no words (merged cells, cells that hold
 * blocks, toggles), and no comments. The title is a heading 1, `properties` are front matter. What a page says beyond this
 * (colors, columns, sizes, settings of charts and tables) is left out: `markdownFromBlocks` keeps it.
 */
export function markdownForOthers(
  blocks: readonly Block[],
  title = '',
  properties: readonly string[] = [],
): string {
  const heading: Block[] =
    title === '' ? [] : [{ id: '', kind: 'heading', attributes: { level: 1 }, text: [{ text: title }] }]
  const wanted = blocks.length > 0 ? normalizeBlocks(blocks) : []
  return (
    writeFrontMatter(null, properties) +
    writeForOthers(plainTreeFromBlocks([...heading, ...plainBlocks(wanted)]))
  )
}

/** Blocks that say no more inside of text than Markdown has words for: mentions of pages are links. */
export const plainBlocks = (blocks: readonly Block[]): Block[] => blocks.map(plainBlock)

function plainBlock(block: Block): Block {
  const { text, children } = block
  return {
    ...block,
    ...(text && block.kind !== 'codeBlock' ? { text: mergePieces(text.map(plainPiece)) } : {}),
    ...(children ? { children: children.map(plainBlock) } : {}),
  }
}

function plainPiece(piece: Inline): Inline {
  const marks = piece.marks?.filter(({ kind }) => !LOOKS.has(kind)) ?? []
  if (isInlineText(piece) || WRITTEN.has(piece.kind)) return withMarks(piece, marks)
  const { kind, attributes = {} } = piece
  const page = kind === 'mention' ? mentionedPage(attributes.key) : null
  if (page === null) return withMarks({ text: plainAtom(kind, attributes) }, marks)
  const link: BlockMark = { kind: 'link', attributes: { url: page } }
  return withMarks({ text: mentionText(attributes) }, [link, ...marks.filter((mark) => mark.kind !== 'link')])
}

const withMarks = (piece: Inline, marks: readonly BlockMark[]): Inline => {
  const { marks: _, ...bare } = piece
  return marks.length > 0 ? ({ ...bare, marks: [...marks] } as Inline) : (bare as Inline)
}
