import * as z from 'zod/mini'
import { defineBlock } from '../kit/define-block'

/**
 * A block from a newer version: kept exactly as it came and shown as unsupported, never dropped (rulings 3). `json`
 * is the whole block.
 */
export const unsupported = defineBlock({
  kind: 'unsupported',
  content: 'none',
  attributes: { json: z._default(z.string(), '{}') },
  insert: [],
  html: { rules: [], render: () => ({ tag: 'div', attributes: { role: 'note' } }) },
  markdown: { write: () => null },
})
