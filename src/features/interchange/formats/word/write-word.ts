import { Document, Packer, Paragraph, type ParagraphChild } from 'docx'
import type { GivenPage } from '../format'
import { TrackedChanges } from './tracked-changes'
import { WordComments } from './word-comments'
import { BlockWriter } from './write-blocks'
import { WordFootnotes } from './write-footnotes'
import { WordLinks } from './write-links'
import { documentLook } from './write-styles'
import { type Inline, TextWriter } from './write-text'
import { cleanXml } from './xml-text'

/** The page as a Word file. What Word has no word for keeps its words in a style of its own (`styles.ts`). */
export async function writeWord(page: GivenPage): Promise<Uint8Array> {
  const { title, pictures, review, origin, discussions = [] } = page
  const blocks = review?.blocks ?? page.blocks
  const comments = new WordComments(discussions, cleanXml)
  const tracked = new TrackedChanges(review?.changes ?? [], cleanXml)
  const footnotes = new WordFootnotes()
  const text = new TextWriter(tracked, new WordLinks(blocks, origin), comments, footnotes)
  const writer = new BlockWriter(text, pictures, review?.tags ?? {})
  const body = writer.blocks(blocks)
  const words = review?.title?.length ? review.title : title ? [{ text: title }] : []
  const head = titleOf(words, comments.rest(), text)
  const document = new Document({
    title: cleanXml(title),
    creator: 'Sheaf',
    ...documentLook(),
    numbering: { config: writer.lists.numbering() },
    ...(comments.options.length > 0 && { comments: { children: comments.options } }),
    footnotes: footnotes.options,
    sections: [{ children: [...head, ...body] }],
  })
  return new Uint8Array(await Packer.toBuffer(document))
}

/** The page's title, and where the comments stand that are about no words of a paragraph. */
function titleOf(
  words: readonly Inline[],
  comments: readonly ParagraphChild[],
  text: TextWriter,
): Paragraph[] {
  if (words.length === 0 && comments.length === 0) return []
  const style = words.length > 0 ? { style: 'Title' } : {}
  return [new Paragraph({ ...style, children: [...text.runs(words, undefined), ...comments] })]
}
