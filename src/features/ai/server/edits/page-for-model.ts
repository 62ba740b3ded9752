import type { Block, Inline } from '@/blocks/kit/block'
import { fingerprintOf } from '@/document'
import { yieldToEventLoop } from '@/server/collab/yield-to-event-loop'
import { tellBlock } from './block-for-model'
import { workOf } from './block-work'
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
  /** The first words in a block that holds others. */
  words?: string | undefined
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
  const { telling, told } = tellerOf(first, most, new WeakMap())
  for (const _ of telling(blocks));
  return told()
}

/** Work, by {@link workOf}, that goes into blocks that cannot be told after all: half a second. Those behind it are not tried. */
const MOST_IN_VAIN = 500_000
/** After so much work, by {@link workOf}, others have a turn. */
const WORK_A_TURN = 10_000

/** The same, with a turn for others in between: the blocks may be large. `known`: fingerprints of blocks that are told more than once. */
export async function pageForModelInTurns(
  blocks: readonly Block[],
  first: number,
  most: number,
  known = new WeakMap<Block, string>(),
): Promise<PageForModel> {
  const { telling, told } = tellerOf(first, most, known)
  let work = 0
  for (const more of telling(blocks)) {
    work += more
    if (work <= WORK_A_TURN) continue
    await yieldToEventLoop()
    work = 0
  }
  return told()
}

interface Teller {
  /** Tells of the blocks; stops before each of them, with how much work it makes. */
  telling(blocks: readonly Block[]): Generator<number, void>
  told(): PageForModel
}

function tellerOf(first: number, most: number, known: WeakMap<Block, string>): Teller {
  const named = new Map<string, NamedBlock>()
  const lines: string[] = []
  let number = first
  let bytes = 0
  let inVain = 0
  const add = (line: string) => {
    lines.push(line)
    bytes += Buffer.byteLength(line)
  }
  function* telling(blocks: readonly Block[]): Generator<number, void> {
    for (const block of blocks) {
      if (bytes > most) return
      yield workOf(block, WORK_A_TURN)
      yield* tellingOne(block)
    }
  }
  function* tellingOne(block: Block): Generator<number, void> {
    if (block.kind === 'column') return yield* telling(block.children ?? [])
    if (block.kind === 'paragraph' && !block.text?.length) return
    const told = tellBlock(block, MOST_IN_VAIN - inVain)
    const { text, seen, atoms, mayDelete, words } = told
    inVain += told.inVain
    const fingerprint = fingerprintOf(block, known)
    const alias = `b${number++}`
    named.set(alias, { id: block.id, fingerprint, seen, atoms, mayDelete, words })
    const shown = escapedLines(text)
    // Lines of a table or of code begin where they are to begin in an answer.
    add(`[${alias}·${fingerprint.slice(0, TOLD_DIGITS)}]${/\n|^[ @\\]/.test(shown) ? '\n' : ' '}${shown}`)
    if (seen !== null || !block.children) return
    yield* telling(block.children)
    add(`(end of ${alias})`)
  }
  return { telling, told: () => ({ text: lines.join('\n\n'), named }) }
}
