import { TRANSCRIPTION_STATUS, type Transcription } from '../model'

/** The server did not transcribe it; the message is meant for the person. */
export class TranscriptionFailed extends Error {}

/** Has a sound transcribed (product.md 7.37); `refused`: what is said when the server gives no reason. Throws {@link TranscriptionFailed}, or what `fetch` throws. */
export async function sendSound(
  sound: Blob,
  name: string,
  fields: Readonly<Record<string, string>>,
  signal: AbortSignal,
  refused: (status: number) => string = TRANSCRIPTION_STATUS,
): Promise<Transcription> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', sound, name)
  const answer = await fetch('/api/transcribe', { method: 'POST', body: form, signal })
  if (answer.ok) return (await answer.json()) as Transcription
  const said: unknown = await answer.json().catch(() => null)
  const { error } = (said ?? {}) as { error?: unknown }
  throw new TranscriptionFailed(typeof error === 'string' ? error : refused(answer.status))
}
