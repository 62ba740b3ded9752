import type { BlockMarkdown } from '../kit/markdown'
import { saidBy } from './card'

export const cardMarkdown: BlockMarkdown = {
  // What stands between the directives shows others the card; the attributes hold it.
  reads: { container: ({ attributes }) => attributes },
  write(block) {
    const said = saidBy(block)
    if (said.length === 0) return null
    return {
      type: 'container',
      kind: 'card',
      attributes: block.attributes ?? {},
      children: said.map(([label, value]) => ({
        type: 'paragraph',
        children: [
          { type: 'strong', children: [{ type: 'text', value: label }] },
          { type: 'text', value: `: ${value.replace(/\s+/g, ' ').trim()}` },
        ],
      })),
    }
  },
}
