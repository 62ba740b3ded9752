import { type Block, plainTextOf } from '@/blocks'
import { blocksFromMarkdown } from '@/blocks/markdown'

/** The blocks with the words of footnotes as they read, for files that hold words alone: a note is Markdown. */
export const withWordsOfNotes = (blocks: readonly Block[]): Block[] =>
  blocks.map((block) => ({
    ...block,
    ...(block.text && { text: block.text.map(asWords) }),
    ...(block.children && { children: withWordsOfNotes(block.children) }),
  }))

type Piece = NonNullable<Block['text']>[number]

const asWords = (piece: Piece): Piece =>
  'kind' in piece && piece.kind === 'footnote'
    ? {
        ...piece,
        attributes: { note: plainTextOf(blocksFromMarkdown(String(piece.attributes?.note ?? ''))).trim() },
      }
    : piece
