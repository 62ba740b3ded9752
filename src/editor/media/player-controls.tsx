import 'media-chrome/media-captions-button.js'
import 'media-chrome/media-control-bar.js'
import 'media-chrome/media-controller.js'
import 'media-chrome/media-fullscreen-button.js'
import 'media-chrome/media-mute-button.js'
import 'media-chrome/media-pip-button.js'
import 'media-chrome/media-play-button.js'
import 'media-chrome/media-playback-rate-button.js'
import 'media-chrome/media-seek-backward-button.js'
import 'media-chrome/media-seek-forward-button.js'
import 'media-chrome/media-time-display.js'
import 'media-chrome/media-time-range.js'
import 'media-chrome/media-volume-range.js'
import type { Node as PMNode } from '@tiptap/pm/model'
import { createElement, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { roomOf } from '@/blocks/media/figure'
import { posterOf } from '@/blocks/media/previews'
import { captionsOf, transcriptOf, vttOf } from '@/blocks/media/transcription'
import { t } from '@/shared/i18n'
import { PLAYER_STANDS } from './player-stands'
import { startsAlone } from './player-time'
import { speakPlayer } from './player-words'
import { languageCode } from './spoken-languages'
import { Waveform } from './waveform'

/** Seconds of a skip, the speeds, and when the controls of a video step back (product.md 9.8). */
const SKIP = 10
const SPEEDS = '1 1.25 1.5 1.75 2'
const HIDE_AFTER = 2

/** A custom element; React's types know none. */
const part = (tag: string, attributes: Record<string, unknown> = {}, ...children: ReactNode[]): ReactNode =>
  createElement(tag, { key: tag, ...attributes }, ...children)

interface ControlsProps {
  kind: 'video' | 'audio'
  url: string
  name: string
  node: PMNode
  onError(): void
  /** Whether a film shows any pictures here, once that is known. */
  onPictures(hasPictures: boolean): void
}

/** A player: play, skip, time, speed, volume; for a video the whole screen and a window of its own. */
export default function PlayerControls({ kind, url, name, node, onError, onPictures }: ControlsProps) {
  useState(speakPlayer)
  const isVideo = kind === 'video'
  const element = useRef<HTMLMediaElement>(null)
  const known = (player: HTMLMediaElement) => {
    if (player.error) onError()
    else if (player instanceof HTMLVideoElement && player.readyState > 0) onPictures(player.videoWidth > 0)
  }
  const tell = useRef(known)
  tell.current = known
  useEffect(() => {
    // It may have failed, or been ready, before it stood on the page, where nobody heard it.
    if (element.current) tell.current(element.current)
    element.current?.dispatchEvent(new Event(PLAYER_STANDS))
  }, [])
  const captions = useCaptions(node)
  const media = createElement(
    kind,
    {
      key: 'media',
      ref: element,
      slot: 'media',
      src: url,
      preload: 'metadata',
      playsInline: isVideo ? true : undefined,
      poster: isVideo ? posterOf(node.attrs) : undefined,
      'aria-label': name,
      style: isVideo ? roomOf(node.attrs) : undefined,
      onError,
      onLoadedMetadata: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => known(currentTarget),
      onPlay: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => startsAlone(currentTarget),
    },
    captions && (
      <track
        key={captions.url}
        kind="captions"
        src={captions.url}
        srcLang={captions.language}
        label={t('Transcript')}
        default
      />
    ),
  )
  const controls = part(
    'media-controller',
    {
      class: 'media-controller',
      ...(isVideo ? { autohide: HIDE_AFTER } : { audio: true }),
      // M marks a moment (`marker-list`); it does not mute.
      hotkeys: 'nom',
      keyboardforwardseekoffset: SKIP,
      keyboardbackwardseekoffset: SKIP,
    },
    media,
    part(
      'media-control-bar',
      {},
      part('media-play-button'),
      part('media-seek-backward-button', { seekoffset: SKIP }),
      part('media-seek-forward-button', { seekoffset: SKIP }),
      part('media-time-range'),
      part('media-time-display', { showduration: '' }),
      part('media-playback-rate-button', { rates: SPEEDS }),
      part('media-mute-button'),
      part('media-volume-range'),
      isVideo && captions && part('media-captions-button'),
      isVideo && part('media-pip-button'),
      isVideo && part('media-fullscreen-button'),
    ),
  )
  return isVideo ? (
    controls
  ) : (
    <>
      <Waveform url={url} player={element} />
      {controls}
    </>
  )
}

/** What is said in it as captions that the browser shows over the picture; null: it is not known, or not when. */
function useCaptions({ attrs }: PMNode): { url: string; language: string } | null {
  const [captions, setCaptions] = useState<{ url: string; language: string } | null>(null)
  const kept = attrs.transcription
  useEffect(() => {
    const transcript = transcriptOf(kept)
    if (!transcript || transcript.words.length === 0) return
    const vtt = vttOf(captionsOf(transcript.words))
    const url = URL.createObjectURL(new Blob([vtt], { type: 'text/vtt' }))
    setCaptions({ url, language: languageCode(transcript.language) ?? 'und' })
    return () => {
      setCaptions(null)
      URL.revokeObjectURL(url)
    }
  }, [kept])
  return captions
}
