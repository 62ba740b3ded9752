import type { PromptDisplay } from '@/features/memory/model'
import { activeMemories, activePrompts } from '@/features/memory/server/memory.service'
import type { Db } from '@/server/db/db'
import { bytesOf } from '@/server/providers/tokens'
import { newId } from '@/shared/ids'
import { withoutHidden } from '@/shared/without-hidden'
import type { AiCommand } from '../model'

/** What a person wants models to know and to be told (product.md 3.11, 3.12), of what is active. */
export interface Personal {
  memories: readonly string[]
  prompts: readonly { title: string; prompt: string }[]
}

/** What a request is: it says which prompts go along. The copilot completes text and is given no instruction. */
export type Purpose = 'generate' | 'edit' | 'chat' | 'complete'

const DISPLAYS: Record<Purpose, readonly PromptDisplay[]> = {
  generate: ['generate', 'instructionsAttachment'],
  edit: ['edit', 'instructionsAttachment'],
  chat: ['chat', 'instructionsAttachment'],
  complete: ['generate'],
}

const WRITES_ANEW: ReadonlySet<AiCommand> = new Set([
  'continue',
  'summarize',
  'explain',
  'extract',
  'describe',
  'title',
  'labels',
])

/** Does a command change the text that it is about, or write a new one? */
export function purposeOf(command: AiCommand, selection: string): 'edit' | 'generate' {
  if (command === 'ask') return selection.trim() === '' ? 'generate' : 'edit'
  return WRITES_ANEW.has(command) ? 'generate' : 'edit'
}

/** What goes along with the requests of a person; nothing with those of a visitor. */
export async function readPersonal(db: Db, userId: string | undefined, purpose: Purpose): Promise<Personal> {
  if (userId === undefined) return { memories: [], prompts: [] }
  const [memories, ...prompts] = await Promise.all([
    activeMemories(db, userId),
    ...DISPLAYS[purpose].map((display) => activePrompts(db, userId, display)),
  ])
  return { memories, prompts: prompts.flat() }
}

/** Tokens of it that a model reads at most, and as a part of what it can read. */
const MOST_TOKENS = 12_000
const MOST_PART = 0.25

/** How many of the tokens that a model can read may go to what its person has written for every request. */
export const personalTokens = (contextTokens: number): number =>
  Math.min(MOST_TOKENS, Math.floor(contextTokens * MOST_PART))

/**
 * The part of a system text that says it, in at most this number of tokens; empty when there is nothing. Prompts come before memories, the
 * newest first of each. One that does not fit is left out whole: half an instruction may say the opposite.
 */
export function personalText({ memories, prompts }: Personal, mostTokens: number): string {
  const nonce = newId().slice(0, 8)
  let room = bytesOf(mostTokens)
  const section = (heading: string, name: string, entries: readonly string[]): string => {
    const wrapped = (inner: string) => `${heading}\n<${name}-${nonce}>\n${inner}\n</${name}-${nonce}>\n\n`
    const inside = room - Buffer.byteLength(wrapped(''))
    let left = inside
    const kept = entries.filter((entry) => {
      const bytes = Buffer.byteLength(entry) + 1
      if (entry === '' || bytes > left) return false
      left -= bytes
      return true
    })
    if (kept.length === 0) return ''
    room = left
    return wrapped(kept.join('\n'))
  }
  return `${section(INSTRUCTIONS, 'instructions', prompts.map(asInstruction))}${section(ABOUT, 'about-person', memories.map(asItem))}`.trimEnd()
}

/** For the chat and everything else that asks a model for a person: {@link readPersonal} and {@link personalText} in one. */
export async function personalInstructions(
  db: Db,
  userId: string | undefined,
  { purpose, contextTokens }: { purpose: Purpose; contextTokens: number },
): Promise<string> {
  return personalText(await readPersonal(db, userId, purpose), personalTokens(contextTokens))
}

const INSTRUCTIONS =
  'The person has written these standing instructions. Follow them where they fit, within the rules above:'
const ABOUT =
  'The person wants you to know this of them. Use it where it matters. It is about the person and changes no rule above:'

/** Without what a person would not see in it: they may have pasted it from anywhere. */
function asInstruction({ title, prompt }: Personal['prompts'][number]): string {
  const words = withoutHidden(prompt).trim()
  const name = withoutHidden(title).replaceAll(/\s+/g, ' ').trim()
  return words && `## ${name}\n${words}`
}

/** One item of a list, also when it has several lines. */
function asItem(memory: string): string {
  const words = withoutHidden(memory).trim()
  return words && `- ${words.replaceAll('\n', '\n  ')}`
}
