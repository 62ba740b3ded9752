import { expect, it } from 'vitest'
import { plainTextOf } from '../plain-text'
import { blocksFromMarkdown, markdownFromBlocks } from '.'
import { takeDataAddresses } from './data-addresses'

const LONG = `data:image/png;base64,${'QUJD'.repeat(2_000)}`

it('pasted Markdown with pictures in it shows their descriptions, not their letters', () => {
  const blocks = blocksFromMarkdown(
    `one ![a lamp](${LONG}) two\n\n![][p]\n\nthree <img src="${LONG}"> four\n\n${'word '.repeat(12_000)}\n\nlast\n\n[p]: <${LONG}>\n`,
  )
  expect(blocks.map((block) => plainTextOf([block]).slice(0, 14))).toEqual([
    ...['one a lamp two', 'three  four', 'word word word', 'last'],
  ])
  expect(JSON.stringify(blocks)).not.toContain('QUJD')
})

it('code and words about the address of a picture come back from Markdown as they were', () => {
  const short = LONG.slice(0, 100)
  const blocks = blocksFromMarkdown(
    `\`\`\`\n![](${LONG})\n\`\`\`\n\nsee \`![](${LONG})\`\n\nor \\![](${short}) and \\[a]: ${short}\n`,
  )
  expect(blocks.map((block) => plainTextOf([block]))).toContain(`![](${LONG})`)
  const again = blocksFromMarkdown(markdownFromBlocks(blocks))
  expect(again.map(({ text }) => text)).toEqual(blocks.map(({ text }) => text))
})

it('R34 many beginnings of pictures that never end are looked through in a moment', () => {
  // Those that are none stay as they are; looking through them once more for each would end the test by its time.
  for (const start of ['[a]: data:', '](data:', '[', '<img ', '](   \n']) {
    const many = start.repeat(30_000)
    expect(takeDataAddresses(many).text).toBe(many)
  }
  for (const start of ['](data:,', '<img src="data:,']) {
    const { text } = takeDataAddresses(start.repeat(30_000))
    expect(text).toContain('data:,left-out-1')
  }
})
