import { Captions, LoaderCircle, Square, Volume2 } from 'lucide-react'
import { useEffect } from 'react'
import { useActions } from '@/app/actions'
import { isOperator } from '@/app/operator'
import type { Action } from '@/blocks/kit/action'
import { mediaUrl } from '@/blocks/media/media-url'
import { type Transcribe, transcriber } from '@/editor/media/transcriber'
import { t } from '@/shared/i18n'
import { IconButton } from '@/ui/button'
import { runLater } from '@/ui/run-later'
import { useStore } from '@/ui/use-store'
import { DictationBar } from './dictation-bar'
import { reading, stopReading } from './reading'
import './speech.css'

const isReading = (about: string) => {
  const now = reading.get()
  return now.status !== 'idle' && now.about === about
}

/** Pressing it while it reads stops it (product.md 4.13). */
const pageAction: Action = {
  id: 'speech.page',
  get label() {
    return isReading('page') ? t('Stop reading aloud') : t('Read aloud')
  },
  icon: Volume2,
  keywords: ['listen', 'speak', 'voice', 'speech', 'audio', 'tts'],
  places: { pageMenu: { when: ({ editor }) => editor !== null }, palette: { group: 'Page' } },
  command(target, apply) {
    if (!target.editor) return false
    if (apply && isReading('page')) stopReading()
    else if (apply)
      runLater(
        () => import('./read-page'),
        ({ readPage }) => readPage(target),
      )
    return true
  },
}

const selectionAction: Action = {
  id: 'speech.selection',
  get label() {
    return isReading('selection') ? t('Stop reading aloud') : t('Read selection aloud')
  },
  icon: Volume2,
  keywords: ['listen', 'speak', 'voice', 'speech', 'audio', 'tts'],
  places: {
    overText: {},
    blockMenu: { group: 'Actions' },
    palette: { group: 'Editor' },
  },
  command({ editor }, apply) {
    if (!editor) return false
    if (apply && isReading('selection')) stopReading()
    else if (apply)
      runLater(
        () => import('./read-page'),
        ({ readSelection }) => readSelection(editor),
      )
    return true
  },
}

const canBeHeard = (node: { type: { name: string }; attrs: { url?: unknown } }): boolean =>
  ['audio', 'video'].includes(node.type.name) && mediaUrl(node.attrs.url) !== null

/** Writes down what is said in a block of audio or video (product.md 4.8). */
const transcribeAction: Action = {
  id: 'speech.transcribe',
  get label() {
    return t('Transcribe')
  },
  icon: Captions,
  keywords: ['captions', 'subtitles', 'transcript', 'text'],
  places: { blockMenu: { group: 'Actions' }, palette: { group: 'Editor' } },
  command({ editor }, apply) {
    const block = editor?.block()
    if (!editor?.view.editable || !block || !canBeHeard(block.node)) return false
    if (apply) transcribe(editor.view, block.node.attrs.id)
    return true
  },
}

const transcribe: Transcribe = (view, blockId, language) =>
  runLater(
    () => import('./transcribe-block'),
    ({ transcribeBlock }) => transcribeBlock(view, blockId, language),
  )

export const speechActions: readonly Action[] = [pageAction, selectionAction, transcribeAction]

/** What is read aloud and what is dictated now. It stands on every screen and shows nothing until there is something. */
export default function SpeechHost() {
  useActions(speechActions)
  useEffect(() => {
    transcriber.set(transcribe)
    return () => transcriber.set(null)
  }, [])
  return (
    <div className="speech-bars">
      <ReadingBar />
      <DictationBar />
    </div>
  )
}

function ReadingBar() {
  const now = useStore(reading)
  if (now.status === 'idle') return null
  const isLoading = now.status === 'loading'
  return (
    <section className="speech-bar" aria-label={t('Reading aloud')}>
      {isLoading ? (
        <LoaderCircle aria-hidden size={16} className="animate-spin" />
      ) : (
        <Volume2 aria-hidden size={16} />
      )}
      <p role="status">
        {isLoading ? t('Preparing to read…') : t('Reading aloud')}
        {now.isBrowsers && (
          <span className="speech-note">
            {isOperator()
              ? t('With a voice of this browser. OPENAI_SPEECH_MODEL sets up a speech service.')
              : t('With a voice of this browser.')}
          </span>
        )}
      </p>
      <IconButton label={t('Stop reading')} onClick={stopReading}>
        <Square aria-hidden />
      </IconButton>
    </section>
  )
}
