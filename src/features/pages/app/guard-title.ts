import type { Block } from '@/blocks'
import type { RescueKeeper } from '@/editor/live'

/** The words of a title among those that could not be put into the page. */
const TITLE_ID = 'title'

/**
 * Writes what was typed in a title. Where that fails, or the page reads otherwise afterwards, what was typed is kept like words
 * of the page's text, so that nobody is told "Saved" (T1). `write` answers how the title reads then; null: as others have
 * made it, which need not be what was typed.
 */
export function guardTitle(
  keeper: Pick<RescueKeeper, 'refused'>,
  typed: string,
  write: () => string | null,
): void {
  try {
    const title = write()
    if (title !== null && title !== typed) throw new TitleDiffers()
  } catch (error) {
    const words: Block[] = [{ id: TITLE_ID, kind: 'paragraph', text: [{ text: typed }] }]
    keeper.refused(words)
    reportError(error)
  }
}

class TitleDiffers extends Error {
  override name = 'TitleDiffers'
  constructor() {
    super('the title reads otherwise than it was typed')
  }
}
