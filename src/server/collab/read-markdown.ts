import type { Block } from '@/blocks/kit/block'
import { blocksFromMarkdown } from '@/blocks/markdown'
import { askPage, LONG } from './ask-page'

/** Characters that are read at once, in some 30 ms at most. */
const AT_ONCE = 3_000

/** The blocks of a Markdown text; a long one is read by a worker, for this person. Throws like `askPage`. */
export async function readMarkdown(text: string, person: string): Promise<Block[]> {
  if (text.length <= AT_ONCE) return blocksFromMarkdown(text)
  return JSON.parse(await askPage('markdown', { text }, LONG, person)) as Block[]
}
