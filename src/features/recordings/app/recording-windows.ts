import { createStore } from '@/shared/store'

/** Which window of the recordings is open: the menu from which one records, or the library. */
export const recordingWindow = createStore<'menu' | 'library' | null>(null)
