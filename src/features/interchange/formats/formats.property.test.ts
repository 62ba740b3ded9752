import { anyPage } from '@test/page-arbitrary'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Block, normalizeBlocks, plainTextOf } from '@/blocks'
import { blocksFromMarkdown } from '@/blocks/markdown'
import { parseHtmlText } from '../server/parse-html'
import type { GivenPage } from './format'
import { jsonExport, jsonImport } from './json'
import { readWord } from './word/read-word'
import { writeWord } from './word/write-word'

const tools = { parseHtml: parseHtmlText, onProgress: () => undefined }
const given = (blocks: readonly Block[]): GivenPage => ({
  title: 'A title',
  blocks,
  properties: { icon: '🌳', fullWidth: true },
  pictures: new Map(),
  origin: '',
})

it('9.5 any page exported as JSON and imported again is the same page, ids and all', async () => {
  await fc.assert(
    fc.asyncProperty(anyPage, async (blocks) => {
      const [file] = await jsonExport.write(given(blocks), {})
      const bytes = new TextEncoder().encode(String(file!.content))
      const read = await jsonImport.read({ name: 'a.json', bytes }, tools)
      expect(normalizeBlocks(read.blocks)).toEqual(blocks)
      expect(read).toMatchObject({ title: 'A title', properties: { icon: '🌳', fullWidth: true } })
    }),
    { numRuns: 200 },
  )
}, 180_000)

/** The letters and numbers of a text: what a reader would miss. */
const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')
/** The same of blocks, with the words of notes as they read: notes are Markdown. */
const texts = (blocks: readonly Block[]): string => letters(plainTextOf(blocks.map(withReadNotes)))
const withReadNotes = (block: Block): Block => ({
  ...block,
  ...(block.text && {
    text: block.text.map((piece) =>
      'kind' in piece && piece.kind === 'footnote'
        ? { text: plainTextOf(blocksFromMarkdown(String(piece.attributes?.note ?? ''))) }
        : piece,
    ),
  }),
  ...(block.children && { children: block.children.map(withReadNotes) }),
})

it('9.5 the words of any page are in its Word file, and come back from it', async () => {
  await fc.assert(
    fc.asyncProperty(anyPage, async (blocks) => {
      const bytes = await writeWord(given(blocks))
      const back = texts((await readWord({ name: 'a.docx', bytes }, tools)).blocks)
      for (const block of blocks.filter(({ kind }) => ['paragraph', 'heading', 'codeBlock'].includes(kind)))
        if (!JSON.stringify(block.text ?? []).includes('"kind":"inlineEquation"'))
          expect(back).toContain(texts([block]))
    }),
    { numRuns: 60 },
  )
}, 180_000)
