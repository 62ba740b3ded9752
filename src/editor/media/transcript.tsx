import type { Node as PMNode } from '@tiptap/pm/model'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { BlockFrame } from '@/blocks/kit/block-program'
import { beforeLeaving } from '@/blocks/kit/keep-typed'
import { nameOf } from '@/blocks/media/figure'
import {
  type Caption,
  captionsOf,
  keptTranscript,
  srtOf,
  type TimedWord,
  transcriptOf,
  vttOf,
  withWord,
} from '@/blocks/media/transcription'
import { t } from '@/shared/i18n'
import { storeFile } from '@/ui/store-file'
import { toast } from '@/ui/toast'
import { useStore } from '@/ui/use-store'
import { clock, seek } from './player-time'
import { setAttribute } from './set-attribute'
import { languageCode, spokenLanguages } from './spoken-languages'
import { transcriber } from './transcriber'
import './transcript.css'

interface TranscriptProps {
  frame: BlockFrame
  node: PMNode
  isEditable: boolean
}

/** What is said in a recording, under its player: the caption of this moment, and all of it to be read, sought and taken along. */
export function Transcript({ frame, node, isEditable }: TranscriptProps) {
  const kept = node.attrs.transcription
  const transcript = useMemo(() => transcriptOf(kept), [kept])
  const captions = useMemo(() => captionsOf(transcript?.words ?? []), [transcript])
  const [isOpen, setOpen] = useState(false)
  const [isCorrecting, setCorrecting] = useState(false)
  const [search, setSearch] = useState('')
  const current = useCurrent(frame, captions)
  if (!transcript) return null
  const shown = captions[current]
  const sought = search.trim().toLowerCase()
  const found = captions.filter(({ text }) => text.toLowerCase().includes(sought))
  const correct = (word: TimedWord, text: string) => {
    // Somebody else may have taken words away in front of it, or have corrected it.
    const now = transcriptOf(frame.node().attrs.transcription)
    const at = now?.words.findIndex((one) => one.start === word.start && one.text === word.text) ?? -1
    if (!now || at < 0) return void toast.error(t('This word has been changed meanwhile.'))
    const next = withWord(now, at, text)
    setAttribute(frame, 'transcription', next && keptTranscript(next))
  }
  return (
    <div className="media-transcript" data-own="">
      {node.type.name === 'audio' && shown && (
        <p className="media-caption-line">
          <Speaker of={shown} />
          {shown.text}
        </p>
      )}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('Transcript')}</summary>
        {isOpen && (
          <>
            <Tools
              frame={frame}
              node={node}
              isEditable={isEditable}
              language={transcript.language}
              captions={captions}
              isCorrecting={isCorrecting}
              onCorrecting={setCorrecting}
            />
            {captions.length > 0 && (
              <input
                type="search"
                className="media-transcript-search"
                aria-label={t('Search what is said')}
                placeholder={t('Search what is said')}
                value={search}
                onChange={(event) => setSearch(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                  event.preventDefault()
                  if (sought !== '' && found[0]) seek(frame, found[0].start)
                }}
              />
            )}
            {sought !== '' && found.length === 0 && <p role="status">{t('Nobody says this here.')}</p>}
            {captions.length === 0 ? (
              <p className="media-transcript-text">{transcript.text}</p>
            ) : (
              <ol className="media-transcript-text">
                {found.map((caption) => (
                  <li key={caption.first} aria-current={caption === shown || undefined}>
                    {isEditable && isCorrecting ? (
                      <span className="media-words">
                        <button
                          type="button"
                          aria-label={t('Go to {time}', { time: clock(caption.start) })}
                          onClick={() => seek(frame, caption.start)}
                        >
                          <time>{clock(caption.start)}</time>
                        </button>
                        <Speaker of={caption} />
                        {transcript.words.slice(caption.first, caption.first + caption.count).map((word) => (
                          <Word
                            key={`${word.start} ${word.text}`}
                            frame={frame}
                            text={word.text}
                            onCorrect={(next) => correct(word, next)}
                          />
                        ))}
                      </span>
                    ) : (
                      <button
                        type="button"
                        className="media-caption-row"
                        onClick={() => seek(frame, caption.start)}
                      >
                        <time>{clock(caption.start)}</time> <Speaker of={caption} />
                        {caption.text}
                      </button>
                    )}
                  </li>
                ))}
              </ol>
            )}
          </>
        )}
      </details>
    </div>
  )
}

/** A speaker whom a service does not know by name: "A", "1", "SPEAKER_00", and in which part of a long recording. */
const UNNAMED = /^(?:speaker[ _-]?)?([a-z]|\d{1,3})( \(\d+\))?$/i

/** Who says it, where the service has told. */
function Speaker({ of: { speaker } }: { of: Caption }) {
  if (speaker === undefined) return null
  const [, label, part = ''] = UNNAMED.exec(speaker) ?? []
  return (
    <>
      <b className="media-speaker">
        {label === undefined ? speaker : t('Speaker {name}', { name: `${label}${part}` })}
      </b>{' '}
    </>
  )
}

/** The caption of the moment that is played; -1: none. */
function useCurrent({ dom }: BlockFrame, captions: readonly Caption[]): number {
  const [current, setCurrent] = useState(-1)
  useEffect(() => {
    const moved = ({ target }: Event) => {
      if (!(target instanceof HTMLMediaElement)) return
      const { currentTime } = target
      setCurrent(captions.findIndex(({ start, end }) => currentTime >= start && currentTime < end))
    }
    // These events do not bubble, and are heard on their way down.
    for (const type of ['timeupdate', 'seeking']) dom.addEventListener(type, moved, true)
    return () => {
      for (const type of ['timeupdate', 'seeking']) dom.removeEventListener(type, moved, true)
    }
  }, [dom, captions])
  return current
}

interface ToolsProps extends TranscriptProps {
  language: string | null
  captions: readonly Caption[]
  isCorrecting: boolean
  onCorrecting(isCorrecting: boolean): void
}

function Tools(props: ToolsProps) {
  const { frame, node, isEditable, language, captions, isCorrecting, onCorrecting } = props
  const transcribe = useStore(transcriber)
  const languages = useMemo(spokenLanguages, [])
  const code = languageCode(language) ?? ''
  // Arrow keys choose in a closed list: nothing is sent, and no word corrected by hand replaced, before that is asked for.
  const [chosen, setChosen] = useState(code)
  useEffect(() => setChosen(code), [code])
  return (
    <div className="media-transcript-tools">
      <label>
        {t('Language')}
        <select
          value={chosen}
          disabled={!isEditable || !transcribe}
          onChange={({ target }) => setChosen(target.value)}
        >
          {code === '' && <option value="">{language ?? t('Not known')}</option>}
          {languages.map((one) => (
            <option key={one.code} value={one.code}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      {chosen !== code && (
        <button
          type="button"
          className="media-text-button"
          onClick={() => transcribe?.(frame.view, String(node.attrs.id), chosen)}
        >
          {t('Transcribe again')}
        </button>
      )}
      {captions.length > 0 && (
        <>
          {isEditable && (
            <button
              type="button"
              className="media-text-button"
              aria-pressed={isCorrecting}
              onClick={() => onCorrecting(!isCorrecting)}
            >
              {t('Correct words')}
            </button>
          )}
          <button
            type="button"
            className="media-text-button"
            onClick={() => downloadCaptions(node, captions, 'vtt')}
          >
            {t('Download captions')}
          </button>
          <button
            type="button"
            className="media-text-button"
            onClick={() => downloadCaptions(node, captions, 'srt')}
          >
            {t('Download as .srt')}
          </button>
        </>
      )}
      {isEditable && (
        <button
          type="button"
          className="media-text-button"
          onClick={() => setAttribute(frame, 'transcription', null)}
        >
          {t('Remove transcript')}
        </button>
      )}
    </div>
  )
}

function downloadCaptions({ attrs }: PMNode, captions: readonly Caption[], ending: 'vtt' | 'srt'): void {
  const written = ending === 'vtt' ? vttOf(captions) : srtOf(captions)
  const name = nameOf(attrs).replace(/\.[^.]{1,5}$/, '') || 'captions'
  storeFile(new Blob([written], { type: 'text/plain' }), `${name}.${ending}`)
}

interface WordProps {
  frame: BlockFrame
  text: string
  onCorrect(text: string): void
}

/** A word of a caption that a press opens to be corrected; several words may take its place, or none. */
function Word({ frame, text, onCorrect }: WordProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isGivenUp = useRef(false)
  const store = useRef<(() => void) | null>(null)
  store.current = () => {
    if (typed !== null && typed.trim() !== text) onCorrect(typed)
  }
  useEffect(() => beforeLeaving(frame.view, () => store.current?.()), [frame])
  if (typed === null)
    return (
      <button type="button" className="media-word" onClick={() => setTyped(text)}>
        {text}
      </button>
    )
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: it takes the place of the word that was pressed
      autoFocus
      className="media-word"
      aria-label={t('Correct “{text}”', { text })}
      size={Math.max(typed.length, 3)}
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        setTyped(null)
        if (typed.trim() !== text && !isGivenUp.current) onCorrect(typed)
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
        event.preventDefault()
        isGivenUp.current = event.key === 'Escape'
        event.currentTarget.blur()
        isGivenUp.current = false
      }}
    />
  )
}
