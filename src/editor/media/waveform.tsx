import { type CSSProperties, type PointerEvent, type RefObject, useEffect, useMemo, useState } from 'react'
import { PEAKS, peaksIn } from '@/blocks/media/media-facts'
import { useMediaFacts } from './use-media-facts'

/** Height of the drawing, and of a bar of silence. */
const HEIGHT = 40
const SILENCE = 2

/** The outline of a sound by how loud its parts are, 0 to 1. A quiet one is drawn as high as a loud one. */
export function waveformPath(peaks: readonly number[]): string {
  const most = Math.max(...peaks, 0.001)
  return Array.from({ length: PEAKS }, (_, part) => {
    const high = Math.max(SILENCE, Math.round(((peaks[part] ?? 0) / most) * HEIGHT))
    return `M${part + 0.5} ${(HEIGHT - high) / 2}v${high}`
  }).join('')
}

/**
 * How loud a sound of ours is from its beginning to its end, as the server keeps it, with what has been played in another color; pressing it goes
 * there. The slider under it does the same for the keyboard and for those who do not see it. Nothing for a sound of which nothing is kept.
 */
export function Waveform({ url, player }: { url: string; player: RefObject<HTMLMediaElement | null> }) {
  const facts = useMediaFacts(url)
  const peaks = facts?.peaks ?? null
  const path = useMemo(() => (peaks === null ? '' : waveformPath(peaksIn(peaks))), [peaks])
  const [played, setPlayed] = useState(0)
  useEffect(() => {
    const sound = player.current
    if (!sound || path === '') return
    const follow = () => setPlayed(sound.duration > 0 ? sound.currentTime / sound.duration : 0)
    const heard = ['timeupdate', 'seeking', 'durationchange']
    for (const type of heard) sound.addEventListener(type, follow)
    follow()
    return () => {
      for (const type of heard) sound.removeEventListener(type, follow)
    }
  }, [player, path])
  // Its room is kept while nobody knows.
  if (path === '') return facts === undefined ? <div className="media-waveform" /> : null
  const seek = ({ currentTarget, clientX, buttons }: PointerEvent) => {
    const sound = player.current
    const { left, width } = currentTarget.getBoundingClientRect()
    if (sound && buttons === 1 && Number.isFinite(sound.duration))
      sound.currentTime = Math.min(1, Math.max(0, (clientX - left) / width)) * sound.duration
  }
  return (
    <div
      aria-hidden
      className="media-waveform"
      style={{ '--played': `${(1 - played) * 100}%` } as CSSProperties}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        seek(event)
      }}
      onPointerMove={seek}
    >
      {['all', 'played'].map((part) => (
        <svg
          key={part}
          aria-hidden
          data-part={part}
          viewBox={`0 0 ${PEAKS} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          <path d={path} />
        </svg>
      ))}
    </div>
  )
}
