import { expect, it } from 'vitest'
import type { Block } from '@/blocks'
import { blocksFromMarkdown } from '@/blocks/markdown'
import { csvExport } from './csv'
import { plainTextExport } from './plain-text'

const page = (blocks: Block[]) => ({
  title: '',
  blocks,
  properties: {},
  pictures: new Map(),
  origin: '',
})

it('U22 plain text and CSV have the words of footnotes, and not their Markdown', async () => {
  const blocks = blocksFromMarkdown(
    'one[^1]\n\n| a |\n| - |\n| two[^1] |\n\n[^1]: See **the** [tables](https://a.example).\n\n    And more.\n',
  )
  const [text] = await plainTextExport.write(page(blocks), {})
  expect(text!.content).toBe('one [See the tables.\nAnd more.]\n\na\ntwo [See the tables. And more.]\n')
  const [csv] = await csvExport.write(page(blocks), {})
  expect(csv!.content).toBe('a\r\n"two [See the tables.\nAnd more.]"\r\n')
})
