import { forgetAiSettings } from '@/features/ai/app/ai-settings'

/**
 * Removes this person's pages, recordings, uploads and API keys from the browser. Rejects when something could not be removed; all else is
 * gone then all the same.
 */
export async function forgetHere(userId: string): Promise<void> {
  forgetAiSettings(userId)
  const all = await Promise.allSettled([
    import('@/editor/live/local/unsent-pages').then(({ forgetLocalPages }) => forgetLocalPages(userId)),
    import('@/features/recordings/app/kept-pieces').then(({ forgetAllKept }) => forgetAllKept(userId)),
    import('@/editor/media/kept-uploads').then(({ forgetAllUploads }) => forgetAllUploads()),
  ])
  for (const one of all) if (one.status === 'rejected') throw one.reason
}
