import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Block } from '@/blocks'
import { blocksFromMarkdown } from '@/blocks/markdown'
import { plainTextOf } from '@/blocks/plain-text'
import { TRANSLATED } from '@/shared/i18n/languages'
import { templates } from './model'

const folder = new URL('./content/', import.meta.url)
const sourceOf = (slug: string) => readFileSync(new URL(`${slug}.md`, folder), 'utf8')
const within = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => [block, ...within(block.children ?? [])])
/** What a translation has in common with the English page: its blocks, and what is known of each. */
const shapeOf = (slug: string) =>
  within(blocksFromMarkdown(sourceOf(slug))).map(({ kind, attributes = {} }) => [
    kind,
    Object.keys(attributes).sort(),
  ])
/** The formats of its runs of text: a translation stresses, links and quotes the same things. */
const formatsOf = (slug: string) =>
  within(blocksFromMarkdown(sourceOf(slug)))
    .flatMap(({ text = [] }) =>
      text.map(({ marks = [] }) =>
        marks
          .map((mark) => mark.kind)
          .sort()
          .join(' '),
      ),
    )
    .filter((marks) => marks !== '')
    .sort()
const KEYS = /<kbd>[^<]+<\/kbd>/g
const LINKS = /\]\([^)]+\)/g
const counted = (found: RegExpMatchArray | null) => [...(found ?? [])].sort()

describe.each(TRANSLATED)('1.3 the sample pages in %s', (language) => {
  it.each(templates)('$slug is made as the English one', ({ slug }) => {
    const own = `${language}/${slug}`
    expect(shapeOf(own)).toEqual(shapeOf(slug))
    expect(formatsOf(own)).toEqual(formatsOf(slug))
    // A sentence may name them in another order.
    for (const fixed of [KEYS, LINKS])
      expect(counted(sourceOf(own).match(fixed))).toEqual(counted(sourceOf(slug).match(fixed)))
    expect(plainTextOf(blocksFromMarkdown(sourceOf(own)))).not.toBe(
      plainTextOf(blocksFromMarkdown(sourceOf(slug))),
    )
  })
})
