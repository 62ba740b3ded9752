import type { BlockContent, PhrasingContent } from 'mdast'
import type { Attributes } from './attributes'
import type { Block, Inline } from './block'

/** What a kind may use to write itself as Markdown. */
export interface MarkdownWriter {
  inline(text: readonly Inline[] | undefined): PhrasingContent[]
  blocks(blocks: readonly Block[]): BlockContent[]
}

/** What a kind may use to read itself from Markdown. */
export interface MarkdownReader {
  source: string
}

/** Markdown of a block kind. `attributes` names those that the Markdown itself says; all others go into a directive. */
export interface BlockMarkdown {
  /** The Markdown tree of the block. `null`: Markdown has no words for it, a directive holds the whole block. */
  write(block: Block, writer: MarkdownWriter): BlockContent | null
  /** Attributes that reading `write`'s result gives back. */
  says(block: Block): Attributes
}

/** Markdown of a mark: a node around the marked text, or the inline HTML element of that name. */
export interface MarkMarkdown {
  html: string
  write?(children: PhrasingContent[], attributes: Attributes): PhrasingContent
  /** The node type that means this mark when read. */
  reads?: string
}
