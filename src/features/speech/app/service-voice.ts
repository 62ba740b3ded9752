import { fetchAs } from '@/app/rpc'
import { NO_AUDIO, NOT_PLAYED, SPEECH_FAILED } from '../model'
import { ReadingFailed } from './reading-failed'
import type { Voice } from './voices'

/** One for all that is read: browsers let an element go on that a person has once started. */
let element: HTMLAudioElement | null = null

/** Reads with the service of the server (product.md 7.40). */
export const serviceVoice: Voice = {
  isBrowsers: false,
  async prepare(text, signal) {
    const answer = await fetchAs('/api/tts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      signal,
    })
    if (!answer.ok) throw new ReadingFailed(SPEECH_FAILED(await reasonOf(answer)))
    const audio = await answer.blob()
    if (audio.size === 0) throw new ReadingFailed(NO_AUDIO())
    return { play: (stop) => play(audio, stop) }
  },
}

async function reasonOf(answer: Response): Promise<string> {
  const said: unknown = await answer.json().catch(() => null)
  const { error } = (said ?? {}) as { error?: unknown }
  return typeof error === 'string' ? error : answer.statusText || String(answer.status)
}

async function play(audio: Blob, signal: AbortSignal): Promise<void> {
  element ??= new Audio()
  const player = element
  const url = URL.createObjectURL(audio)
  try {
    await new Promise<void>((resolve, reject) => {
      const failed = () => reject(new ReadingFailed(NOT_PLAYED()))
      player.onended = () => resolve()
      player.onerror = failed
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      signal.throwIfAborted()
      player.src = url
      player.play().catch(failed)
    })
  } finally {
    player.onended = null
    player.onerror = null
    player.pause()
    player.removeAttribute('src')
    URL.revokeObjectURL(url)
  }
}
