import { createStore } from '@/shared/store'
import type { Scope, SelectedDocument } from '../model'

/** What the next question of this tab is about, in the panel and on the page of the chat. */
export const selectedDocuments = createStore<readonly SelectedDocument[]>([])
export const chosenScope = createStore<Scope>('selected')
/** The chat in the panel; null: a new one. */
export const panelChat = createStore<string | null>(null)
