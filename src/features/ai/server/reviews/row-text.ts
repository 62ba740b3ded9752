import { plainTextOf } from '@/blocks'
import type { Block } from '@/blocks/kit/block'

/** Characters of the words that are shown of an edit. */
export const SHOWN = 240

/** PostgreSQL refuses NUL, and neither database takes half of a character. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** The first words of a text. */
export const beginningOf = (text: string): string => storable(text.trim().slice(0, SHOWN))

/** The first words of blocks. */
export const wordsOf = (blocks: readonly Block[]): string => beginningOf(plainTextOf(blocks))
