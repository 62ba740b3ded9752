import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown, gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { gfm } from 'micromark-extension-gfm'
import { markdownFromBlocks, readMarkdown } from '@/blocks/markdown'
import { mixedBlocks } from './content'
import type { InterchangeSample } from './interchange'

/** Prints what rounds of reading and writing take. remark is these three packages and a queue of plugins around them. */
const [rounds, count] = process.argv.slice(2).map(Number)
const blocks = mixedBlocks(count!)
const text = markdownFromBlocks(blocks, 'A page')

function timed<Result>(run: () => Result): [number, Result] {
  const started = performance.now()
  const result = run()
  return [performance.now() - started, result]
}

const samples: InterchangeSample[] = []
// The first round warms all of them up and does not count.
for (let round = 0; round <= rounds!; round++) {
  const [read, page] = timed(() => readMarkdown(text))
  const [write] = timed(() => markdownFromBlocks(page.blocks, page.title))
  const [bareRead, tree] = timed(() =>
    fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }),
  )
  const [bareWrite] = timed(() => toMarkdown(tree, { extensions: [gfmToMarkdown()] }))
  if (round > 0) samples.push({ read, write, bareRead, bareWrite })
}
process.stdout.write(JSON.stringify(samples))
