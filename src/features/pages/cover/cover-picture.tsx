import type { CSSProperties, ReactNode } from 'react'
import { FRAME_ALLOW, FRAME_SANDBOX } from '@/blocks/media/embeds'
import { t } from '@/shared/i18n'
import { backgroundCss, type Cover, type CoverFit, inkCss } from './cover'
import { FALLBACK_GRADIENT, gradientCss } from './gradients'

export interface CoverPictureProps {
  cover: Cover
  fit: CoverFit
  /** The page's own gradient, seen where the picture leaves room. */
  gradient?: string | null
  /** The drawing of an icon by its name; `null` when nobody knows it. Handed in, because all of them weigh much. */
  drawIcon(name: string): ReactNode | null
  /** Films and frames stand still and wait: for previews and for pages without scripts. */
  still?: boolean
  onError?(): void
  /** A film is drawn by the component that can stop it. */
  video?(props: { src: string; style: CSSProperties }): ReactNode
}

/** `center` shows the picture in its own size; the rest are CSS's own words. */
const objectFit = (fit: CoverFit): CSSProperties['objectFit'] => (fit === 'center' ? 'none' : fit)

const groundOf = (cover: Cover, gradient: string | null | undefined): string => {
  const named = 'background' in cover && cover.background !== null ? cover.background : gradient
  return (named && backgroundCss(named)) || gradientCss(FALLBACK_GRADIENT)!
}

/**
 * A cover as it is drawn, in whatever box it stands; with `cover.css`. Plain markup, so the server draws it too: a film
 * without a script has the browser's own controls.
 */
export function CoverPicture(props: CoverPictureProps): ReactNode {
  const { cover } = props
  const transparent = cover.kind === 'media' && cover.type === 'image'
  const named = 'background' in cover && cover.background !== null ? cover.background : props.gradient
  const ground = transparent && !named ? undefined : groundOf(cover, props.gradient)
  return (
    <div className="cover-picture" data-cover={cover.kind} style={{ background: ground }}>
      <Inside {...props} />
    </div>
  )
}

function Inside({ cover, fit, drawIcon, still = false, onError, video }: CoverPictureProps): ReactNode {
  if (cover.kind === 'background') return null
  if (cover.kind === 'icon') {
    return (
      <span
        className="cover-icon"
        data-filled={cover.filled || undefined}
        style={{ color: (cover.color && inkCss(cover.color)) || undefined }}
      >
        {drawIcon(cover.name)}
      </span>
    )
  }
  if (cover.kind === 'embed') {
    return (
      <iframe
        title={t('{provider} player', { provider: cover.provider })}
        src={cover.src}
        loading={'lazy'}
        sandbox={FRAME_SANDBOX}
        allow={FRAME_ALLOW}
        referrerPolicy="strict-origin-when-cross-origin"
        className="cover-media"
        data-audio={cover.type === 'audio' || undefined}
        inert={still}
      />
    )
  }
  const style = { objectFit: objectFit(cover.fit ?? fit) }
  if (cover.type === 'image')
    return (
      <img src={cover.url} alt="" className="cover-media" style={style} onError={onError} decoding="async" />
    )
  if (cover.type === 'audio')
    return still ? null : (
      // biome-ignore lint/a11y/useMediaCaption: nobody has captions for a sound that somebody linked
      <audio src={cover.url} controls preload="metadata" className="cover-audio" onError={onError} />
    )
  if (video) return video({ src: cover.url, style })
  return (
    <video
      src={cover.url}
      muted
      playsInline
      controls={!still}
      preload="metadata"
      className="cover-media"
      style={style}
      onError={onError}
    />
  )
}
