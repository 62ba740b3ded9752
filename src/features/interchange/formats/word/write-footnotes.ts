import { FootnoteReferenceRun, Paragraph, type ParagraphChild, TextRun } from 'docx'
import type { Block } from '@/blocks'
import { blocksFromMarkdown } from '@/blocks/markdown'
import { plainTextOf } from '@/blocks/plain-text'

/** What Word calls the text below a page. */
const STYLE = 'FootnoteText'

/** The footnotes of a page, by the numbers under which Word keeps them. */
export class WordFootnotes {
  readonly options: Record<string, { children: Paragraph[] }> = {}
  private last = 0

  /** Puts a note, which is Markdown, below the page; gives the number in the text. `runs` writes a block's text. */
  add(note: string, runs: (block: Block) => ParagraphChild[]): ParagraphChild {
    this.last += 1
    const blocks = linesOf(blocksFromMarkdown(note))
    const paragraphs = (blocks.length > 0 ? blocks : [{ id: '', kind: 'paragraph' }]).map(
      (block, at) =>
        new Paragraph({
          style: STYLE,
          children: [...(at === 0 ? [new TextRun(' ')] : []), ...runs(block)],
        }),
    )
    this.options[String(this.last)] = { children: paragraphs }
    return new FootnoteReferenceRun(this.last)
  }
}

/** What blocks say, one below the other: below a page stands text alone. */
const linesOf = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => {
    if (block.children) return linesOf(block.children)
    return block.text ? [block] : [{ ...block, text: [{ text: plainTextOf([block]) }] }]
  })
