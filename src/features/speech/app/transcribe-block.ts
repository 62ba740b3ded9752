import type { EditorView } from '@tiptap/pm/view'
import { queryClient, trpc } from '@/app/rpc'
import { mediaUrl } from '@/blocks/media/media-url'
import { keptTranscript } from '@/blocks/media/transcription'
import { ownUndoStep } from '@/document'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import type { CutSound } from '../cut-sound'
import {
  CHUNK_SECONDS,
  CHUNK_STATUS,
  FETCH_FAILED,
  LARGE_STATUS,
  MEDIA_NOT_TRANSCRIBED,
  MOST_SOUND,
  SERVER_ERROR,
  type Transcription,
} from '../model'
import { sendSound, TranscriptionFailed } from './send-sound'
import { joined, keptParts } from './transcription-parts'
import { wavOf } from './wav'

/** What is being transcribed now, by the block; so that pressing twice does not pay twice. */
const running = new Map<string, AbortController>()

/**
 * Has what is said in a block of audio or video written down and keeps it on the block (product.md 4.8). A small one goes in one
 * request, a large one in parts (9.9). What was heard is kept in
 * this browser until it stands on its block, and only what failed is sent again.
 */
export async function transcribeBlock(view: EditorView, blockId: string, language?: string): Promise<void> {
  const block = findBlock(view, blockId)
  const url = block && mediaUrl(block.node.attrs.url)
  if (view.isDestroyed)
    return void toast(t('Its page was left. Open the page again and choose Transcribe there.'))
  if (!block || !url || running.has(blockId)) return
  const kind = block.node.type.name === 'video' ? 'video' : 'audio'
  const id = `transcription ${blockId}`
  const own = new AbortController()
  running.set(blockId, own)
  const cancel = { label: t('Cancel'), onClick: () => own.abort() }
  const tell = (words: string) =>
    toast.loading(words, { id, duration: Number.POSITIVE_INFINITY, action: cancel })
  tell(t('Transcribing…'))
  try {
    const { whyNotTranscribe, transcribesWith } = await queryClient.fetchQuery(
      trpc.speech.about.queryOptions(),
    )
    if (whyNotTranscribe !== null) throw new TranscriptionFailed(whyNotTranscribe)
    const isBuiltIn = transcribesWith === 'built-in'
    const { parts, forget } = await transcriptions(url, { language, isBuiltIn, signal: own.signal, tell })
    const transcript = joined(parts)
    own.signal.throwIfAborted()
    if (transcript.text.trim() === '') {
      toast(t('Nothing was heard.'), { id })
      forget()
    } else if (keep(view, blockId, keptTranscript(transcript))) {
      forget()
      const description = isBuiltIn
        ? t('By the engine of this server, which understands English only.')
        : null
      toast.success(t('Transcribed'), { id, ...(description && { description }) })
    } else
      toast(
        t('The page was left or changed. Choose Transcribe again to put what was heard under its player.'),
        { id },
      )
  } catch (error) {
    if (own.signal.aborted) toast(t('Transcription canceled'), { id })
    else
      toast.error(MEDIA_NOT_TRANSCRIBED(kind, wordsOf(error)), {
        id,
        duration: 60_000,
        action: { label: t('Try again'), onClick: () => void transcribeBlock(view, blockId, language) },
      })
  } finally {
    own.abort()
    running.delete(blockId)
  }
}

const wordsOf = (error: unknown): string =>
  error instanceof TranscriptionFailed
    ? error.message
    : error instanceof TypeError
      ? t('It cannot be fetched from its address, or the server cannot be reached.')
      : t('Something went wrong. Try again.')

interface Transcriptions {
  /** In order. */
  parts: Transcription[]
  forget(): void
}

interface Wanted {
  language: string | undefined
  /** By the engine of the server, which reads few kinds of sound. */
  isBuiltIn: boolean
  signal: AbortSignal
  tell(words: string): void
}

async function transcriptions(url: string, wanted: Wanted): Promise<Transcriptions> {
  const { language, isBuiltIn, signal, tell } = wanted
  const fields = { ...(language !== undefined && { language }) }
  const head = await fetch(url, { method: 'HEAD', signal })
  if (!head.ok) throw new TranscriptionFailed(FETCH_FAILED(head.status, head.statusText))
  if (!isBuiltIn && Number(head.headers.get('content-length') ?? 0) <= MOST_SOUND) {
    const kept = keptParts(url, language, 1)
    if (!kept.get(0)) {
      const answer = await fetch(url, { signal })
      if (!answer.ok) throw new TranscriptionFailed(FETCH_FAILED(answer.status, answer.statusText))
      const sound = await answer.blob()
      kept.set(0, await sendSound(sound, 'video_chunk_0.mp4', fields, signal, SERVER_ERROR))
    }
    return { parts: [kept.get(0)!], forget: kept.forget }
  }
  const cut = await opened(url, isBuiltIn ? BUILT_IN_SECONDS : CHUNK_SECONDS)
  try {
    return await inParts(cut, keptParts(url, language, cut.parts), { fields, isBuiltIn, signal, tell })
  } finally {
    cut.close()
  }
}

/** Seconds of a part for an engine that takes about as many to read it as a service takes for five minutes. */
const BUILT_IN_SECONDS = 60

async function opened(url: string, seconds: number): Promise<CutSound> {
  const [{ openSound, CannotCut }, { UrlSource }] = await Promise.all([
    import('../cut-sound'),
    import('mediabunny'),
  ])
  return openSound(new UrlSource(url), seconds).catch((error: unknown) => {
    if (error instanceof CannotCut)
      throw new TranscriptionFailed(t('This kind of file is too large to be sent, and cannot be cut.'))
    throw error
  })
}

async function inParts(
  cut: CutSound,
  kept: ReturnType<typeof keptParts>,
  { fields, isBuiltIn, signal, tell }: Omit<Wanted, 'language'> & { fields: Record<string, string> },
): Promise<Transcriptions> {
  let failure: unknown
  let failed = 0
  for (let part = 0; part < cut.parts; part += 1) {
    if (kept.get(part)) continue
    tell(t('Transcribing part {part} of {count}…', { part: part + 1, count: cut.parts }))
    try {
      const { start, bytes, type } = await cut.part(part)
      const cutOut = new Blob([bytes], { type })
      const sound = isBuiltIn ? await readable(cutOut) : cutOut
      const more = { ...fields, startTime: String(start) }
      const named = isBuiltIn ? 'recording.wav' : `video_chunk_${part}.mp4`
      kept.set(part, await sendSound(sound, named, more, signal, (code) => CHUNK_STATUS(part + 1, code)))
      failed = 0
    } catch (error) {
      if (signal.aborted) throw error
      failure ??= error
      failed += 1
      // One part may have failed for itself; when the next one does too, the others would as well.
      if (failed < 2) continue
      if (error instanceof TranscriptionFailed && error.status !== null)
        failure = new TranscriptionFailed(LARGE_STATUS(error.status))
      break
    }
  }
  if (failure !== undefined) throw failure
  return {
    parts: Array.from({ length: cut.parts }, (_, part) => kept.get(part)!),
    forget: kept.forget,
  }
}

/** What this browser can play it can decode; the engine of the server reads fewer kinds. */
const readable = (sound: Blob): Promise<Blob> => wavOf(sound).catch(() => sound)

function findBlock(view: EditorView, blockId: string) {
  if (view.isDestroyed) return null
  let found: { node: EditorView['state']['doc']; pos: number } | null = null
  view.state.doc.descendants((node, pos) => {
    if (node.attrs.id === blockId) found = { node, pos }
    return found === null
  })
  return found as { node: EditorView['state']['doc']; pos: number } | null
}

/** Writes it on the block, as a step of undo of its own; false where that is not possible. */
function keep(view: EditorView, blockId: string, transcription: object): boolean {
  const block = findBlock(view, blockId)
  if (!block || !view.editable) return false
  view.dispatch(ownUndoStep(view.state.tr).setNodeAttribute(block.pos, 'transcription', transcription))
  return true
}
