import type { Node as PMNode } from '@tiptap/pm/model'
import { lazy, Suspense, useState } from 'react'
import { nameOf } from '@/blocks/media/figure'
import { t } from '@/shared/i18n'
import { NotPlayed, SoundAlone } from './not-played'

/** The controls: their code comes with the first video or sound that is shown. */
const Controls = lazy(() => import('./player-controls'))

interface PlayerProps {
  kind: 'video' | 'audio'
  url: string
  node: PMNode
}

/** A video or sound, with controls that can be used with the keyboard and are read aloud. */
export function Player({ kind, url, node }: PlayerProps) {
  const [hasFailed, setFailed] = useState(false)
  const [isBlind, setBlind] = useState(false)
  const name = nameOf(node.attrs)
  if (hasFailed) return <NotPlayed kind={kind} url={url} name={name} onRetry={() => setFailed(false)} />
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
        <Controls
          kind={kind}
          url={url}
          name={name || kind}
          node={node}
          onError={() => setFailed(true)}
          onPictures={(hasPictures) => setBlind(!hasPictures)}
        />
      </Suspense>
      {isBlind && <SoundAlone kind={kind} url={url} name={name} />}
    </div>
  )
}
