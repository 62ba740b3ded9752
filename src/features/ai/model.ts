import { t } from '@/shared/i18n'

/** What a person can ask a model to do with text (product.md 4.10). */
export const COMMANDS = [
  'ask',
  'continue',
  'summarize',
  'explain',
  'improve',
  'longer',
  'shorter',
  'fix',
  'simplify',
  'beautify',
  'translate',
] as const
export type AiCommand = (typeof COMMANDS)[number]

/** What is answered where the operator has set up no provider and nobody sent a key (product.md 7.38). */
export const sampleReply = (): string => t('Sample reply: no AI provider is configured')
/** Milliseconds before it (product.md 7.38). */
export const SAMPLE_DELAY = 400
/** Header of an answer: `sample` where no model wrote it, else `model`. */
export const REPLY_HEADER = 'x-sheaf-reply'
/** Header of an answer that a model writes: its name, as a part of an address is written. */
export const MODEL_HEADER = 'x-sheaf-model'

/** The models of the specification; any other name is taken as well. */
export const DEFAULT_MODEL = 'gpt-4.1-2025-04-14'
export const DEFAULT_ANTHROPIC_MODEL = 'claude-opus-4-20250514'

/** What "Test connection" tries, each by itself. */
export const CONNECTION_PARTS = ['chat', 'streaming', 'tools', 'embeddings', 'transcription'] as const
export type ConnectionPart = (typeof CONNECTION_PARTS)[number]

/** What came of one part: it works, it is not set up or not offered, or it failed. The words say more. */
export interface PartResult {
  state: 'works' | 'missing' | 'failed'
  words: string
  /** How long it took. */
  milliseconds?: number
}

/** Stands before the record that ends an answer; taken out of what models write. */
export const END_MARK = '\u001e'

/** How an answer ended: after {@link END_MARK}, as JSON, for those who ask for it with `withEnd`. */
export type ReplyEnd =
  | { end: 'finished' /** Whether the model stopped at its limit. */; isCut: boolean }
  | { end: 'failed'; error: string }

/** Characters of one request, all its parts together; also when a model would take more. */
export const LONGEST_REQUEST = 200_000
/** Characters of one answer. What goes on longer is cut, and said to be. */
export const LONGEST_REPLY = 100_000
/** Characters of a suggestion of the copilot. */
export const LONGEST_COMPLETION = 500
