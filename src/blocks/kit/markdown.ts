import type { BlockContent, Nodes, PhrasingContent } from 'mdast'
import type { Attributes } from './attributes'
import type { Block, Inline } from './block'

/** What a kind may use to write itself as Markdown. */
export interface MarkdownWriter {
  inline(text: readonly Inline[] | undefined): PhrasingContent[]
  blocks(blocks: readonly Block[]): BlockContent[]
}

/**
 * A block kind in Markdown. Attributes that the written node does not say are added by the writer, as a directive;
 * text and children are read by what the kind may contain.
 */
export interface BlockMarkdown {
  /** The Markdown tree of the block; `null` when Markdown has no words for it and a directive holds all of it. */
  write(block: Block, writer: MarkdownWriter): BlockContent | null
  /** Node types that mean this kind, with the attributes that the node says. */
  reads?: { [Type in Nodes['type']]?: (node: Extract<Nodes, { type: Type }>) => Attributes }
}

/** A mark in Markdown: a node around the marked text, or the inline HTML element of that name. */
export interface MarkMarkdown {
  html: string
  /** `null`: Markdown's own words do not say these attributes; then it is the element that the mark is in HTML. */
  write?(children: PhrasingContent[], attributes: Attributes): PhrasingContent | null
  /** The node type that means this mark. */
  reads?: Nodes['type']
}
