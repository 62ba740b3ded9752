import type { EditorView } from '@tiptap/pm/view'
import { createStore } from '@/shared/store'

/** Has what is said in a block of media written down, and keeps it on the block; `language`: which one is spoken (ISO 639-1). */
export type Transcribe = (view: EditorView, blockId: string, language?: string) => void

/** What transcribes here; null while nothing does. The feature that can gives it. */
export const transcriber = createStore<Transcribe | null>(null)
