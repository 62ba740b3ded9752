import type { Node as PMNode } from '@tiptap/pm/model'
import { lazy, Suspense, useState } from 'react'
import { nameOf } from '@/blocks/media/figure'
import { t } from '@/shared/i18n'

/** The controls: their code comes with the first video or sound that is shown. */
const Controls = lazy(() => import('./player-controls'))

interface PlayerProps {
  kind: 'video' | 'audio'
  url: string
  node: PMNode
}

/** Why it cannot be played, in words (product.md 8.6). */
function whyNot(kind: 'video' | 'audio', url: string, name: string): string {
  if (kind === 'audio') return t('Audio cannot be played')
  return /\.mov(?:$|[?#])/i.test(url) || /\.mov$/i.test(name)
    ? t("QuickTime (.mov) videos aren't supported in browsers. Consider converting to MP4 format.")
    : t("Couldn't load this video. It might be in an unsupported format or inaccessible.")
}

/** A video or sound, with controls that can be used with the keyboard and are read aloud. */
export function Player({ kind, url, node }: PlayerProps) {
  const [hasFailed, setFailed] = useState(false)
  const name = nameOf(node.attrs)
  if (hasFailed)
    return (
      <p className="media-missing" role="note">
        {whyNot(kind, url, name)}{' '}
        <button type="button" className="media-text-button" onClick={() => setFailed(false)}>
          {t('Try again')}
        </button>
      </p>
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={
        kind === 'audio'
          ? t('Audio: {name}', { name: name || t('without a name') })
          : t('Video: {name}', { name: name || t('without a name') })
      }
      className={`media-player is-${kind}`}
      data-own=""
    >
      {kind === 'audio' && name && <span className="media-card-name">{name}</span>}
      <Suspense fallback={<div className="media-player-room" />}>
        <Controls kind={kind} url={url} name={name || kind} node={node} onError={() => setFailed(true)} />
      </Suspense>
    </div>
  )
}
