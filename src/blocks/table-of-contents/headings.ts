import { t } from '@/shared/i18n'
import type { Block } from '../kit/block'
import { plainInline } from '../plain-text'

/** What a table of contents that finds nothing says: where headings can be made, and where they cannot. */
export const NO_HEADINGS = () => t('Create a heading to display the table of contents.')
export const NO_HEADINGS_READ_ONLY = () => t('Add headings to display the table of contents.')

export interface Heading {
  id: string
  /** 1–6. */
  level: number
  text: string
}

/**
 * How deep each heading stands among the others, from 0: below the nearest one above it that is of a higher rank. So a
 * page that begins with headings 2 is not indented, and a level that is left out leaves no gap.
 */
export function depthsOf(levels: readonly number[]): number[] {
  const above: number[] = []
  return levels.map((level) => {
    while (above.length > 0 && above.at(-1)! >= level) above.pop()
    above.push(level)
    return above.length - 1
  })
}

/** The headings among blocks and what they hold, in order; those without words are left out. Any depth of nesting (R34). */
export function headingsOf(blocks: readonly Block[]): Heading[] {
  const found: Heading[] = []
  const rest = [...blocks].reverse()
  for (let block = rest.pop(); block; block = rest.pop()) {
    if (block.kind === 'heading') {
      const text = plainInline(block.text).replace(/\s+/g, ' ').trim()
      if (text) found.push({ id: block.id, level: Number(block.attributes?.level ?? 1), text })
    }
    for (const child of [...(block.children ?? [])].reverse()) rest.push(child)
  }
  return found
}
