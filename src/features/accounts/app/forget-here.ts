import { forgetAiSettings } from '@/features/ai/app/ai-settings'

/**
 * Removes this person's pages, recordings, uploads and API keys from the browser. Rejects when something could not be removed; all else is
 * gone then all the same.
 */
export async function forgetHere(userId: string): Promise<void> {
  forgetAiSettings(userId)
  forgetWords()
  const all = await Promise.allSettled([
    import('@/editor/live/local/unsent-pages').then(({ forgetLocalPages }) => forgetLocalPages(userId)),
    import('@/features/recordings/app/kept-pieces').then(({ forgetAllKept }) => forgetAllKept(userId)),
    import('@/editor/media/kept-uploads').then(({ forgetAllUploads }) => forgetAllUploads()),
  ])
  for (const one of all) if (one.status === 'rejected') throw one.reason
}

/** What was uploaded, and what was said in films and recordings, where it stands on no block yet. */
function forgetWords(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key === 'sheaf:arrived-uploads' || key.startsWith('sheaf:transcription:'))
        localStorage.removeItem(key)
  } catch {
    // Storage can be forbidden; then nothing is there.
  }
}
