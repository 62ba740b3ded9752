import { Pause, Play } from 'lucide-react'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { PageSign } from '@/blocks/icon/page-sign'
import { t } from '@/shared/i18n'
import { IconButton } from '@/ui/button'
import type { Cover, CoverFit } from '../../cover/cover'
import '../../cover/cover.css'
import { CoverPicture } from '../../cover/cover-picture'
import { FALLBACK_GRADIENT } from '../../cover/gradients'

export interface LiveCoverProps {
  /** `null`: what was stored is none, or failed. */
  cover: Cover | null
  fit: CoverFit
  gradient?: string | null
  /** Shown to choose by: nothing plays, nothing can be pressed. */
  still?: boolean
  onError?(): void
}

const FALLBACK: Cover = { kind: 'background', background: FALLBACK_GRADIENT }

/** A cover on the screen: films play without sound and can be stopped, players say when they cannot play. */
export function LiveCover({ cover, fit, gradient = null, still = false, onError }: LiveCoverProps) {
  const box = useRef<HTMLDivElement>(null)
  const isEmbed = cover?.kind === 'embed'
  const failed = useRef(onError)
  failed.current = onError
  useEffect(() => {
    if (!isEmbed || still) return
    return listenToPlayer(box.current!, () => failed.current?.())
  }, [isEmbed, still])
  return (
    <div ref={box} className="size-full">
      <CoverPicture
        cover={cover ?? FALLBACK}
        fit={fit}
        gradient={gradient}
        still={still}
        onError={onError}
        drawIcon={(name) => <PageSign icon={name} />}
        video={still ? undefined : (film) => <Film {...film} onError={onError} />}
      />
    </div>
  )
}

interface FilmProps {
  src: string
  style: CSSProperties
  onError?: (() => void) | undefined
}

const prefersStillness = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** A silent film that begins again; anybody who wants no motion starts it themselves. */
function Film({ src, style, onError }: FilmProps) {
  const film = useRef<HTMLVideoElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  return (
    <>
      <video
        ref={film}
        src={src}
        muted
        loop
        playsInline
        autoPlay={!prefersStillness()}
        preload="metadata"
        className="cover-media"
        style={style}
        onError={onError}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      />
      <IconButton
        label={isPlaying ? t('Pause cover video') : t('Play cover video')}
        size="sm"
        variant="secondary"
        className="absolute end-4 top-3 bg-surface-raised shadow-float"
        onClick={() => void (isPlaying ? film.current?.pause() : film.current?.play().catch(() => undefined))}
      >
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
      </IconButton>
    </>
  )
}

/** What a player of YouTube or Vimeo says of itself; anything else is nobody's business. */
function listenToPlayer(box: HTMLElement, onError: () => void): () => void {
  const frame = box.querySelector('iframe')
  if (!frame) return () => undefined
  const origin = new URL(frame.src).origin
  const hello = () => {
    frame.contentWindow?.postMessage(JSON.stringify({ event: 'listening' }), origin)
    frame.contentWindow?.postMessage(JSON.stringify({ method: 'addEventListener', value: 'error' }), origin)
  }
  const hear = (event: MessageEvent) => {
    if (event.origin !== origin || event.source !== frame.contentWindow) return
    if (isFailure(event.data)) onError()
  }
  frame.addEventListener('load', hello)
  window.addEventListener('message', hear)
  return () => {
    frame.removeEventListener('load', hello)
    window.removeEventListener('message', hear)
  }
}

function isFailure(data: unknown): boolean {
  try {
    const said: unknown = typeof data === 'string' ? JSON.parse(data) : data
    const event = typeof said === 'object' && said !== null && 'event' in said ? said.event : null
    return event === 'onError' || event === 'error'
  } catch {
    return false
  }
}
