import { t } from '@/shared/i18n'

export type Role = 'user' | 'assistant'
export type Feedback = 'like' | 'dislike' | 'none'
/** How far an answer is. `interrupted`: the server ended while it was being written. */
export type AnswerStatus = 'answering' | 'done' | 'stopped' | 'failed' | 'interrupted'
/** What a question is about: the pages that are selected, or everything that the person may see. */
export type Scope = 'selected' | 'everything'

/** A page that a question is about. */
export interface SelectedDocument {
  id: string
  title: string
  icon: string | null
}

/** A page that an answer was given; `isCut`: the model was told only its beginning. */
export interface Source extends SelectedDocument {
  isCut: boolean
}

/** Something that was looked up for an answer (product.md 3.16). */
export interface ToolCall {
  toolId: string
  toolName: string
  status: 'running' | 'done' | 'failed'
  parameters: Record<string, unknown>
  result: string | null
  error: string | null
  startedAt: string
  completedAt: string | null
}

/** A change of a block that a model proposes; texts are shortened. */
export interface ProposedChange {
  op: 'replace' | 'insert' | 'delete'
  before: string
  after: string
  /** In the words of the model; may be empty. */
  why: string
}

/** Something that a model wants to do, and that only the person's click does. */
export interface ChatAction {
  id: string
  kind: 'create_page' | 'propose_edits'
  status: 'pending' | 'done' | 'declined'
  /** Of the page to be made, or to be edited. */
  title: string
  /** Markdown of the page to be made, exactly as it is carried out. */
  content: string
  /** Where a page is to be made: what the page above is called, or the pod; null when that is gone. */
  place: string | null
  isTopLevel: boolean
  /** What is to be suggested. */
  changes: ProposedChange[]
  /** The page that was made or is edited, while the caller may see it. */
  documentId: string | null
  /** How many of the changes have become suggestions. */
  suggested: number | null
}

/** A question or an answer (product.md 3.16). Those with one parent are versions of each other. */
export interface ChatMessage {
  id: string
  parentId: string | null
  role: Role
  /** Markdown. Links to blocks of pages are where an answer comes from. */
  content: string
  model: string | null
  version: number
  createdAt: string
  feedback: Feedback
  isBookmarked: boolean
  status: AnswerStatus
  /** Why it failed. */
  error: string | null
  /** The model stopped at its limit. */
  isCut: boolean
  /** No model wrote it. */
  isSample: boolean
  scope: Scope
  /** Those that the caller may still see. */
  sources: Source[]
  toolCalls: ToolCall[]
  actions: ChatAction[]
}

export interface ChatSummary {
  id: string
  title: string
  documentId: string | null
  isShared: boolean
  isMine: boolean
  updatedAt: string
}

export interface ChatDetail extends ChatSummary {
  messages: ChatMessage[]
}

/** What `GET /api/chat/answers/{id}` sends, one JSON a line. */
export type AnswerNews =
  | { words: string }
  | { tool: ToolCall }
  | { sources: Source[] }
  | { action: ChatAction }
  | { end: Pick<ChatMessage, 'status' | 'error' | 'isCut' | 'isSample' | 'model'> }
  /** Nothing has happened; the connection is kept. */
  | { wait: true }

export const CHAT = {
  /** Characters of a question. */
  question: 20_000,
  title: 120,
  /** Pages that one question can be about. */
  documents: 20,
  /** Messages of one chat. */
  messages: 500,
  /** Characters that a chat has when nothing more is asked in it. It is read as a whole. */
  characters: 2_000_000,
  /** Messages of a voice chat that are sent at once. */
  talked: 20,
  /** Chats in one list. */
  listed: 100,
  /** Characters of what is searched for. */
  typed: 200,
} as const

export const CHAT_GONE = (): string => t('This chat is not there.')
