import { loadReaders } from './readers'

type PasteCode = typeof import('./paste-code')

let loaded: PasteCode | null = null

/**
 * Fetches all that copying and pasting need. Called when an editor has come up, and by a paste that came before it;
 * resolves when it is there, or cannot be loaded (offline).
 */
export async function loadPasteCode(): Promise<void> {
  const [code] = await Promise.all([import('./paste-code').catch(() => null), loadReaders()])
  loaded = code ?? loaded
}

/** What reads a clipboard; null in the first moments: a paste waits for it (`held-paste.ts`). */
export const pasteCode = (): PasteCode | null => loaded
