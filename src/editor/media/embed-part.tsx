import type { Node as PMNode } from '@tiptap/pm/model'
import { Link2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { textOf } from '@/blocks/media/attributes'
import type { Embed } from '@/blocks/media/embeds'
import { EmbedFrame } from '@/blocks/media/media.static'
import { t } from '@/shared/i18n'

/** Pixels that a frame may say it is high. */
const HIGHEST = 3_000

/** The height that a post of X tells of itself, when it is this frame that tells it. */
function toldHeight(event: MessageEvent, frame: HTMLIFrameElement | null, src: string): number | null {
  if (!frame || event.source !== frame.contentWindow || event.origin !== new URL(src).origin) return null
  const told = (
    event.data as { 'twttr.embed'?: { method?: unknown; params?: { height?: unknown }[] } } | null
  )?.['twttr.embed']
  const height = told?.method === 'twttr.private.resize' ? told.params?.[0]?.height : null
  return typeof height === 'number' && height > 50 && height < HIGHEST ? Math.ceil(height) : null
}

/** The host that an address leads to; the address itself where it has none. */
function hostOf(url: string): string {
  return (URL.canParse(url, location.href) && new URL(url, location.href).hostname) || url
}

/** Somebody else's player, or a link where there is none that may be shown. */
export function EmbedPart({
  embed,
  url,
  node: { attrs },
}: {
  embed: Embed | null
  url: string
  node: PMNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState<number | null>(null)
  const src = embed?.src
  useEffect(() => {
    if (!src) return
    const hear = (event: MessageEvent) => {
      const told = toldHeight(event, box.current?.querySelector('iframe') ?? null, src)
      if (told !== null) setHeight(told)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [src])
  const name = textOf(attrs, 'name')
  if (!embed)
    return (
      <a
        className="media-card"
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        onClick={(event) => event.stopPropagation()}
      >
        <Link2 aria-hidden size={20} />
        <span className="media-card-text">
          <span className="media-card-name">{name || hostOf(url)}</span>
          <span className="media-card-note">{url}</span>
        </span>
      </a>
    )
  const isDark = document.documentElement.dataset.theme === 'dark'
  const themed = embed.provider === 'X' && isDark ? `${embed.src}&theme=dark` : embed.src
  const sized = height === null ? embed : { ...embed, height }
  return (
    <div ref={box}>
      <EmbedFrame
        embed={sized}
        title={name || t('{provider} embed', { provider: embed.provider })}
        src={themed}
      />
    </div>
  )
}
