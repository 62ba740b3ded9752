import * as z from 'zod/mini'
import { t } from '@/shared/i18n'
import { becomes, blockRule } from '../editing/input-rules'
import { type Attributes, textBlock } from '../kit/attributes'
import { defineBlock, type InsertEntry } from '../kit/define-block'

const LEVELS = [1, 2, 3, 4, 5, 6] as const
type Level = (typeof LEVELS)[number]

const isLevel = (value: unknown): value is Level => LEVELS.includes(value as Level)
const levelOf = (attributes: Attributes | undefined): Level => {
  const level = attributes?.level ?? 1
  return isLevel(level) ? level : 1
}

const entry = (level: Level): InsertEntry => ({
  id: `heading-${level}`,
  get label() {
    return t('Heading {level}', { level })
  },
  icon: `heading-${level}`,
  keywords: ['title', 'section', `h${level}`],
  group: 'Basic',
  hint: '#'.repeat(level),
  shortcut: `mod+alt+${level}`,
  attributes: { level },
  turnsInto: true,
})

/** Headings 1–6 (product.md 3.20); the id of the block is the anchor that links and contents lists point at. */
export const heading = defineBlock({
  kind: 'heading',
  content: 'text',
  attributes: { level: z._default(z.int().check(z.minimum(1), z.maximum(6)), 1), ...textBlock },
  insert: LEVELS.map(entry),
  html: {
    rules: LEVELS.map((level) => ({ tag: `h${level}`, attributes: () => ({ level }) })),
    render: (attributes) => ({ tag: `h${levelOf(attributes)}` }),
  },
  markdown: {
    write: (block, writer) => ({
      type: 'heading',
      depth: levelOf(block.attributes),
      children: writer.inline(block.text),
    }),
    reads: { heading: (node) => ({ level: node.depth }) },
  },
  editing: {
    defining: true,
    addInputRules() {
      return [
        blockRule(/^(#{1,6})\s$/, ['paragraph', 'heading'], (typed) =>
          becomes(typed, this.type, { level: typed.match[1]!.length }),
        ),
      ]
    },
  },
})
