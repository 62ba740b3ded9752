import { X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { BlockFrame } from '@/blocks/kit/block-program'
import { beforeLeaving, keepTyped } from '@/blocks/kit/keep-typed'
import { MOST_WORDS } from '@/blocks/media/attributes'
import { type Marker, markersOf, withNote, withoutMarker } from '@/blocks/media/markers'
import { t } from '@/shared/i18n'
import { addMarker, hasFresh, takeFresh } from './add-marker'
import { clock, seek } from './player-time'
import { setAttribute } from './set-attribute'
import './transcript.css'

interface MarkersProps {
  frame: BlockFrame
  node: ReturnType<BlockFrame['node']>
  isEditable: boolean
}

/** The moments of a recording that somebody has marked, each with a note: a press goes there. M marks the moment that is played. */
export function MarkerList({ frame, node, isEditable }: MarkersProps) {
  const kept = node.attrs.markers
  const markers = useMemo(() => markersOf(kept), [kept])
  const [isOpen, setOpen] = useState(false)
  const isAsking = hasFresh(frame)
  useEffect(() => {
    if (isAsking) setOpen(true)
  }, [isAsking])
  useEffect(() => {
    if (!isEditable) return
    const press = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing
      if (event.key.toLowerCase() !== 'm' || !isPlain) return
      if (!(event.target instanceof Element && event.target.closest('.media-player'))) return
      event.preventDefault()
      addMarker(frame)
    }
    frame.dom.addEventListener('keydown', press)
    return () => frame.dom.removeEventListener('keydown', press)
  }, [frame, isEditable])
  if (markers.length === 0) return null
  return (
    <div className="media-transcript" data-own="">
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('Markers ({count})', { count: markers.length })}</summary>
        <ul className="media-markers">
          {markers.map((marker) => (
            <li key={marker.id}>
              <Row frame={frame} marker={marker} isEditable={isEditable} isShown={isOpen} />
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}

interface RowProps extends Omit<MarkersProps, 'node'> {
  marker: Marker
  isShown: boolean
}

function Row({ frame, marker, isEditable, isShown }: RowProps) {
  const { id, timestamp, note = '' } = marker
  const [typed, setTyped] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const isGivenUp = useRef(false)
  const time = clock(timestamp)
  useEffect(() => {
    if (isShown && field.current && takeFresh(frame, id)) field.current.focus()
  }, [frame, id, isShown])
  const now = () => markersOf(frame.node().attrs.markers)
  const latest = useRef<string | null>(null)
  latest.current = typed !== null && typed.trim() !== note ? typed : null
  useEffect(() => {
    const stop = beforeLeaving(frame.view, () => {
      if (latest.current !== null)
        setAttribute(frame, 'markers', withNote(markersOf(frame.node().attrs.markers), id, latest.current))
    })
    return () => {
      stop()
      const unkept = latest.current
      if (unkept !== null)
        keepTyped(frame.view, frame.node().attrs.id, ({ markers }) => ({
          markers: withNote(markersOf(markers), id, unkept),
        }))
    }
  }, [frame, id])
  const keep = () => {
    if (typed !== null && typed.trim() !== note && !isGivenUp.current)
      setAttribute(frame, 'markers', withNote(now(), id, typed))
    setTyped(null)
  }
  return (
    <>
      <button
        type="button"
        className="media-marker-time"
        aria-label={t('Go to {time}', { time })}
        onClick={() => seek(frame, timestamp)}
      >
        {time}
      </button>
      {isEditable ? (
        <input
          ref={field}
          aria-label={t('Note at {time}', { time })}
          placeholder={t('Write a note')}
          maxLength={MOST_WORDS}
          value={typed ?? note}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            isGivenUp.current = event.key === 'Escape'
            event.currentTarget.blur()
            isGivenUp.current = false
            frame.dom.querySelector<HTMLElement>('media-play-button')?.focus()
          }}
        />
      ) : (
        <span>{note}</span>
      )}
      {isEditable && (
        <button
          type="button"
          className="media-marker-remove"
          aria-label={t('Remove the marker at {time}', { time })}
          title={t('Remove the marker at {time}', { time })}
          onClick={() => setAttribute(frame, 'markers', withoutMarker(now(), id))}
        >
          <X aria-hidden size={14} />
        </button>
      )}
    </>
  )
}
