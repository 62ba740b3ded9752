import type { Node as PMNode } from '@tiptap/pm/model'
import { useEffect, useMemo, useState } from 'react'
import type { BlockFrame } from '@/blocks/kit/block-program'
import { nameOf } from '@/blocks/media/figure'
import { type Caption, captionsOf, transcriptOf, vttOf } from '@/blocks/media/transcription'
import { t } from '@/shared/i18n'
import { useStore } from '@/ui/use-store'
import { PLAYER_STANDS } from './player-stands'
import { setAttribute } from './set-attribute'
import { languageCode, spokenLanguages } from './spoken-languages'
import { transcriber } from './transcriber'
import './transcript.css'

interface TranscriptProps {
  frame: BlockFrame
  node: PMNode
  isEditable: boolean
}

const playerIn = ({ dom }: BlockFrame): HTMLMediaElement | null => dom.querySelector('audio, video')

/** What is said in a recording, under its player: the caption of this moment, and all of it to be read, sought and taken along. */
export function Transcript({ frame, node, isEditable }: TranscriptProps) {
  const kept = node.attrs.transcription
  const transcript = useMemo(() => transcriptOf(kept), [kept])
  const captions = useMemo(() => captionsOf(transcript?.words ?? []), [transcript])
  const [isOpen, setOpen] = useState(false)
  const current = useCurrent(frame, captions)
  if (!transcript) return null
  const shown = captions[current]
  return (
    <div className="media-transcript" data-own="">
      {node.type.name === 'audio' && shown && <p className="media-caption-line">{shown.text}</p>}
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
            />
            {captions.length === 0 ? (
              <p className="media-transcript-text">{transcript.text}</p>
            ) : (
              <ol className="media-transcript-text">
                {captions.map(({ text, start }, at) => (
                  <li key={start} aria-current={at === current || undefined}>
                    <button type="button" onClick={() => seek(frame, start)}>
                      <time>{clock(start)}</time> {text}
                    </button>
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

/** What was sought last in a block and has not been reached. */
const seeking = new WeakMap<BlockFrame, AbortController>()

/**
 * Goes to a moment. The player may not be there yet, or take the place of a simpler one just now, and knows no moment before it knows
 * how long it is: it is told again until it has got there.
 */
function seek(frame: BlockFrame, seconds: number): void {
  seeking.get(frame)?.abort()
  const reached = new AbortController()
  seeking.set(frame, reached)
  const go = () => {
    const player = playerIn(frame)
    if (player && player.readyState > 0) player.currentTime = seconds
  }
  const heard = { capture: true, signal: reached.signal }
  for (const type of ['loadedmetadata', PLAYER_STANDS]) frame.dom.addEventListener(type, go, heard)
  frame.dom.addEventListener('seeked', () => reached.abort(), heard)
  go()
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
}

function Tools({ frame, node, isEditable, language, captions }: ToolsProps) {
  const transcribe = useStore(transcriber)
  const languages = useMemo(spokenLanguages, [])
  const code = languageCode(language)
  return (
    <div className="media-transcript-tools">
      <label>
        {t('Language')}
        <select
          value={code ?? ''}
          disabled={!isEditable || !transcribe}
          onChange={({ target }) => transcribe?.(frame.view, String(node.attrs.id), target.value)}
        >
          {code === null && <option value="">{language ?? t('Not known')}</option>}
          {languages.map((one) => (
            <option key={one.code} value={one.code}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      {captions.length > 0 && (
        <button type="button" className="media-text-button" onClick={() => downloadVtt(node, captions)}>
          {t('Download captions')}
        </button>
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

function downloadVtt({ attrs }: PMNode, captions: readonly Caption[]): void {
  const url = URL.createObjectURL(new Blob([vttOf(captions)], { type: 'text/vtt' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${nameOf(attrs).replace(/\.[^.]{1,5}$/, '') || 'captions'}.vtt`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const clock = (seconds: number): string => {
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const hours = seconds >= 3_600 ? `${Math.floor(seconds / 3_600)}:` : ''
  return `${hours}${part((seconds / 60) % 60)}:${part(seconds % 60)}`
}
