import { forgetAiSettings } from '@/features/ai/app/ai-settings'
import { keepRun } from '@/features/ai/app/kept-run'
import { forgetAllDrafts } from '@/features/templates/app/playground'

/**
 * Removes this person's pages, what they wrote on sample pages or asked the AI, recordings, uploads, transcriptions and API keys from the browser,
 * and what was pushed to it. Rejects when something could not be removed; all else is gone then all the same. `isOthersTab`: somebody else is signed in by now, whose things these may be where nobody's name is on them.
 */
export async function forgetHere(userId: string, isOthersTab = false): Promise<void> {
  forgetAiSettings(userId)
  const own = [
    import('@/editor/live/local/unsent-pages').then(({ forgetLocalPages }) => forgetLocalPages(userId)),
    import('@/features/recordings/app/kept-pieces').then(({ forgetAllKept }) => forgetAllKept(userId)),
  ]
  if (!isOthersTab) forgetDrafts()
  const ofAnybody = isOthersTab
    ? []
    : [
        import('@/editor/media/kept-uploads').then(({ forgetAllUploads }) => forgetAllUploads()),
        import('@/editor/media/arrived-uploads').then(({ forgetArrived }) => forgetArrived()),
        import('@/features/speech/app/transcription-parts').then(({ forgetAllParts }) => forgetAllParts()),
        import('@/app/end-push').then(({ endPush }) => endPush()),
      ]
  if (!isOthersTab) keepRun(null)
  const all = await Promise.allSettled([...own, ...ofAnybody])
  for (const one of all) if (one.status === 'rejected') throw one.reason
}

function forgetDrafts(): void {
  try {
    forgetAllDrafts(localStorage)
  } catch {
    // Storage is forbidden: nothing is in it.
  }
}
