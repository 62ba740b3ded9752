import { t } from '@/shared/i18n'

/** What a person can ask a model to do with text (product.md 4.10). */
export const COMMANDS = [
  'ask',
  'continue',
  'summarize',
  'explain',
  'extract',
  'describe',
  'title',
  'labels',
  'improve',
  'longer',
  'shorter',
  'fix',
  'comment',
  'simplify',
  'beautify',
  'translate',
] as const
export type AiCommand = (typeof COMMANDS)[number]

/** What each command is called where it is offered; of what a person types, nothing. */
export const commandLabels = (): Record<Exclude<AiCommand, 'ask'>, string> => ({
  continue: t('Continue writing'),
  summarize: t('Add a summary'),
  explain: t('Explain'),
  extract: t('Extract data to a table'),
  describe: t('Write the summary with AI'),
  title: t('Suggest a title'),
  labels: t('Suggest labels'),
  improve: t('Improve writing'),
  longer: t('Make longer'),
  shorter: t('Make shorter'),
  fix: t('Fix spelling & grammar'),
  comment: t('Add comments'),
  simplify: t('Simplify language'),
  beautify: t('Beautify'),
  translate: t('Translate'),
})

/** What a person has asked for, in words. */
export function askedFor({
  command,
  prompt,
  language,
}: {
  command: AiCommand
  prompt: string
  language: string
}): string {
  if (command === 'ask') return prompt
  return [commandLabels()[command], language, prompt].filter((words) => words.trim() !== '').join(': ')
}

/** What is answered where the operator has set up no provider and nobody sent a key (product.md 7.38). */
export const sampleReply = (): string => t('Sample reply: no AI provider is configured')
/** Milliseconds before it (product.md 7.38). */
export const SAMPLE_DELAY = 400
/** Header of an answer: `sample` where no model wrote it, else `model`. */
export const REPLY_HEADER = 'x-sheaf-reply'
/** Header of an answer that a model writes: its name, as a part of an address is written. */
export const MODEL_HEADER = 'x-sheaf-model'
/** Header of an answer: how many of the pages that the model was to read it has not read whole. */
export const UNREAD_HEADER = 'x-sheaf-unread'

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
/** Pages that a model reads beside what it is asked about. */
export const MOST_CONTEXT_PAGES = 10
/** Characters of one answer. What goes on longer is cut, and said to be. */
export const LONGEST_REPLY = 100_000
/** Characters of a suggestion of the copilot. */
export const LONGEST_COMPLETION = 500

/** How a suggestion that a model wrote came about. */
export interface SuggestionSignature {
  suggestionId: string
  model: string
  /** What was asked for. */
  prompt: string
  /** Why, in the words of the model; may be empty. */
  reason: string
  /** ISO 8601. */
  askedAt: string
  /** The name of the person who asked; null when there is no such account any more. */
  askedBy: string | null
}

/** Signatures that are asked for at once. */
export const MOST_SIGNATURES = 200

/** What a person can have a model look for on a page. */
export const REVIEW_LOOKS = ['spelling', 'clarity', 'shorter', 'tone'] as const
export type ReviewLook = (typeof REVIEW_LOOKS)[number]

export const lookLabels = (): Record<ReviewLook, string> => ({
  spelling: t('Spelling & grammar'),
  clarity: t('Clarity'),
  shorter: t('Shorter text'),
  tone: t('Tone'),
})

/** Why something that a model would change is not suggested. */
export const SET_ASIDE = [
  'changed',
  'gone',
  'twice',
  'contested',
  'same',
  'too-much',
  'no-block',
  'digits',
  'read-only',
  'empty',
  'unread',
  'cut',
  'too-long',
] as const
export type SetAsideWhy = (typeof SET_ASIDE)[number]

export function setAsideWords(why: SetAsideWhy): string {
  switch (why) {
    case 'changed':
      return t('The text changed meanwhile.')
    case 'gone':
      return t('The text is not there any more.')
    case 'twice':
      return t('Another change is about the same text.')
    case 'contested':
      return t('A suggestion that is pending splits, joins or deletes this text.')
    case 'same':
      return t('It would change nothing.')
    case 'too-much':
      return t('Too many of your suggestions wait for a decision.')
    case 'read-only':
      return t('This block cannot be edited by a model.')
    case 'cut':
      return t('The model stopped in the middle of this change.')
    case 'too-long':
      return t('This section is too long for the model.')
    case 'no-block':
    case 'digits':
    case 'empty':
    case 'unread':
      return t('The model did not say this in a way that can be followed.')
  }
}

/** How a model goes through a page, and what it would change. */
export interface PageReview {
  id: string
  /** `read`: to the end, and nothing is suggested yet. */
  state: 'reading' | 'stopped' | 'failed' | 'interrupted' | 'read' | 'applied'
  /** Why it failed, in words. */
  error: string | null
  model: string | null
  askedFor: string
  /** How many blocks of the page are gone through, in how many sections, and how many of these are done. */
  blocks: number
  sections: number
  sectionsRead: number
  /** What would be changed, or is suggested; and what cannot be. */
  found: number
  aside: number
  /** How many blocks would be changed or deleted. */
  changed: number
  /** More than is to be changed without a warning. */
  isMuch: boolean
  canAskAgain: boolean
  /** The first of them. */
  edits: ReviewEdit[]
}

/** What a model would change: the words before and after, shortened. */
export interface ReviewEdit {
  number: number
  reason: string
  before: string
  after: string
  setAside: SetAsideWhy | null
}
