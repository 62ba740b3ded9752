import type { Block } from '@/blocks'
import { pageSizeOf } from '@/blocks/page-size'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { BOUNDS, LIMITS } from '@/shared/limits'

/** Characters of one clipboard that are pasted; more would hold the page up for seconds and belongs into an import. */
const MOST_CHARACTERS = 4_000_000
/** Tags of HTML that are read at once; a document of that length has a tenth of them (R34). */
const MOST_TAGS = 150_000
/** A page can have twice as many, but an editor that is given them at once stands still for a minute: an import does it. */
const MOST_BLOCKS = LIMITS.pageBlocks / 2

/** Does it occur more often than that? Looks no further than it must. */
function isMoreThan(most: number, sign: string, text: string): boolean {
  let count = 0
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1))
    if (++count > most) return true
  return false
}

const ADVICE = () => t('Save it as a file and import it instead.')

/** Says why a clipboard is too big to be pasted, or `null`. Asked before anything parses it. */
export function whyTooBig(html: string, text: string): string | null {
  const size = Math.max(html.length, text.length)
  if (size > MOST_CHARACTERS)
    return t('This is too much to paste at once ({max} MB). {advice}', {
      max: Math.max(1, Math.round(size / 1_000_000)),
      advice: ADVICE(),
    })
  const tooMany = html === '' ? isMoreThan(MOST_BLOCKS, '\n', text) : isMoreThan(MOST_TAGS, '<', html)
  return tooMany ? t('These are too many lines to paste at once. {advice}', { advice: ADVICE() }) : null
}

/** Says why what was read of a clipboard is too much, or `null`. */
export function whyTooMany(blocks: readonly Block[]): string | null {
  const { blocks: count, cells } = pageSizeOf(blocks)
  if (cells > BOUNDS.gridCells)
    return t('A table can have at most {gridCells} cells; this one has {cells}.', {
      gridCells: inFigures(BOUNDS.gridCells),
      cells: inFigures(cells),
    })
  return count > MOST_BLOCKS
    ? t('These are too many blocks to paste at once ({count}). {advice}', { count, advice: ADVICE() })
    : null
}
