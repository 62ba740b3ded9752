import type { Block, Inline } from '@/blocks/kit/block'
import { fingerprintOf } from '@/document'
import { tellBlock } from './block-for-model'
import { escapedLines } from './edit-lines'

/** A block that a model may name, by an alias of this request. */
export interface NamedBlock {
  id: string
  /** Of the whole settled block; a model is told its first three digits. */
  fingerprint: string
  /** What of it the model was told; null: it cannot be replaced. */
  seen: Block | null
  atoms: readonly Inline[]
  mayDelete: boolean
}

/** A page, or a part of one, as a model reads it. */
export interface PageForModel {
  /** Every block with its alias and three digits of its fingerprint, as Markdown. */
  text: string
  named: ReadonlyMap<string, NamedBlock>
}

/** Digits of a fingerprint that a model is told. */
export const TOLD_DIGITS = 3

/**
 * The settled blocks of a page as Markdown, each with an alias (`[b3·7f2] ## Goals`). What cannot be edited is named; empty paragraphs are
 * left out. Aliases are counted from `first`. What has more than `most` bytes ends soon after these: it is more than the caller has room for.
 */
export function pageForModel(blocks: readonly Block[], first = 1, most = Infinity): PageForModel {
  const named = new Map<string, NamedBlock>()
  const lines: string[] = []
  let number = first
  let bytes = 0
  const add = (line: string) => {
    lines.push(line)
    bytes += Buffer.byteLength(line)
  }
  const tell = (block: Block) => {
    if (bytes > most) return
    if (block.kind === 'column') return tellAll(block.children ?? [])
    if (block.kind === 'paragraph' && !block.text?.length) return
    const { text, seen, atoms, mayDelete } = tellBlock(block)
    const fingerprint = fingerprintOf(block)
    const alias = `b${number++}`
    named.set(alias, { id: block.id, fingerprint, seen, atoms, mayDelete })
    const shown = escapedLines(text)
    // Lines of a table or of code begin where they are to begin in an answer.
    add(`[${alias}·${fingerprint.slice(0, TOLD_DIGITS)}]${/\n|^[ @\\]/.test(shown) ? '\n' : ' '}${shown}`)
    if (seen !== null || !block.children) return
    tellAll(block.children)
    add(`(end of ${alias})`)
  }
  const tellAll = (all: readonly Block[]) => {
    for (const block of all) tell(block)
  }
  tellAll(blocks)
  return { text: lines.join('\n\n'), named }
}
