import { forgetAiSettings } from '@/features/ai/app/ai-settings'
import { forgetAllDrafts } from '@/features/templates/app/playground'

/**
 * Removes this person's pages, what they wrote on sample pages, recordings, uploads, transcriptions and API keys from the browser. Rejects when something could not be removed; all else is
 * gone then all the same.
 */
export async function forgetHere(userId: string): Promise<void> {
  forgetAiSettings(userId)
  forgetDrafts()
  const all = await Promise.allSettled([
    import('@/editor/live/local/unsent-pages').then(({ forgetLocalPages }) => forgetLocalPages(userId)),
    import('@/features/recordings/app/kept-pieces').then(({ forgetAllKept }) => forgetAllKept(userId)),
    import('@/editor/media/kept-uploads').then(({ forgetAllUploads }) => forgetAllUploads()),
    import('@/editor/media/arrived-uploads').then(({ forgetArrived }) => forgetArrived()),
    import('@/features/speech/app/transcription-parts').then(({ forgetAllParts }) => forgetAllParts()),
  ])
  for (const one of all) if (one.status === 'rejected') throw one.reason
}

function forgetDrafts(): void {
  try {
    forgetAllDrafts(localStorage)
  } catch {
    // Storage is forbidden: nothing is in it.
  }
}
