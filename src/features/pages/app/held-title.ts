import * as Y from 'yjs'
import { changedPart, titleText } from '@/document'

/** A title as it read at one moment; its letters are found again after others have changed it. */
export interface HeldTitle {
  text: string
  /** For every letter where it begins and where it ends: the same place once the letter is deleted. */
  letters: readonly (readonly [begin: Y.RelativePosition, end: Y.RelativePosition])[]
}

/** Remembers the title as it reads now. */
export function holdTitle(doc: Y.Doc): HeldTitle {
  const title = titleText(doc)
  const text = title.toString()
  const letters = Array.from(
    { length: text.length },
    (_, at) =>
      [
        Y.createRelativePositionFromTypeIndex(title, at),
        Y.createRelativePositionFromTypeIndex(title, at + 1, -1),
      ] as const,
  )
  return { text, letters }
}

/**
 * Makes in the title as it is now what was changed between the held one and `typed`: the letters that were taken out
 * and are still there go, the new ones come behind the letter that they were typed behind. What others did meanwhile
 * stays.
 */
export function writeSinceHeld(doc: Y.Doc, held: HeldTitle, typed: string, origin?: unknown): void {
  const change = changedPart(held.text, typed)
  if (!change) return
  const { at, removed, inserted } = change
  const title = titleText(doc)
  const indexOf = (place: Y.RelativePosition | undefined) =>
    place ? (Y.createAbsolutePositionFromRelativePosition(place, doc)?.index ?? 0) : 0
  doc.transact(() => {
    title.insert(indexOf(held.letters[at - 1]?.[1]), typed.slice(at, at + inserted))
    for (const [begin, end] of held.letters.slice(at, at + removed)) {
      const index = indexOf(begin)
      if (indexOf(end) > index) title.delete(index, 1)
    }
  }, origin)
}
