import { fetchAs } from '@/app/rpc'
import { TRANSCRIPTION_STATUS, type Transcription } from '../model'

/** The server did not transcribe it; the message is meant for the person. `status`: all that it said. */
export class TranscriptionFailed extends Error {
  constructor(
    message: string,
    readonly status: number | null = null,
  ) {
    super(message)
  }
}

/** Has a sound transcribed (product.md 7.37); `refused`: what is said when the server gives no reason. Throws {@link TranscriptionFailed}, or what `fetch` throws. */
export async function sendSound(
  sound: Blob,
  name: string,
  fields: Readonly<Record<string, string>>,
  signal: AbortSignal,
  refused: (status: number, statusText: string) => string = TRANSCRIPTION_STATUS,
): Promise<Transcription> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', sound, name)
  const answer = await fetchAs('/api/transcribe', { method: 'POST', body: form, signal })
  if (answer.ok) return (await answer.json()) as Transcription
  const said: unknown = await answer.json().catch(() => null)
  const { error } = (said ?? {}) as { error?: unknown }
  if (typeof error === 'string') throw new TranscriptionFailed(error)
  throw new TranscriptionFailed(refused(answer.status, answer.statusText), answer.status)
}
