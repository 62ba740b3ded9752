import { useEffect, useRef, useState } from 'react'
import type { BlockFrame } from '@/blocks/kit/block-program'
import { beforeLeaving, keepTyped } from '@/blocks/kit/keep-typed'
import { MOST_WORDS, textOf } from '@/blocks/media/attributes'
import { t } from '@/shared/i18n'
import { setAttribute } from './set-attribute'

/** Milliseconds of quiet before what was typed is written (product.md 9.12). */
const QUIET = 500

interface CaptionProps {
  frame: BlockFrame
  node: ReturnType<BlockFrame['node']>
  isEditable: boolean
  isSelected: boolean
}

/** The line under a picture: written in place, kept when one pauses or leaves. What others write meanwhile stays unless one writes too. */
export function CaptionField({ frame, node, isEditable, isSelected }: CaptionProps) {
  const kept = textOf(node.attrs, 'caption')
  const [typed, setTyped] = useState<string | null>(null)
  const latest = useRef<string | null>(null)
  latest.current = typed
  /** What was last written from here in a pause, with the spaces that one may have gone on behind. */
  const stored = useRef<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const shown = typed ?? kept

  useEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    if (shown !== '') element.style.height = `${element.scrollHeight}px`
  })
  useEffect(() => {
    if (typed === null || typed === kept) return
    const timer = setTimeout(() => {
      stored.current = typed
      setAttribute(frame, 'caption', typed)
      // From here on it is what the page says, also when somebody else writes it anew while the caret rests here.
      setTyped(null)
    }, QUIET)
    return () => clearTimeout(timer)
  }, [typed, kept, frame])
  useEffect(() => {
    const stop = beforeLeaving(frame.view, () => {
      if (latest.current !== null) setAttribute(frame, 'caption', latest.current.trim())
    })
    return () => {
      stop()
      if (latest.current !== null)
        keepTyped(frame.view, frame.node().attrs.id, { caption: latest.current.trim() })
    }
  }, [frame])

  if (!isEditable) return kept ? <figcaption>{kept}</figcaption> : null
  const leave = () => {
    const pos = frame.pos()
    frame.view.focus()
    if (pos !== undefined) frame.view.dispatch(frame.view.state.tr.scrollIntoView())
  }
  return (
    <figcaption className={shown || isSelected ? undefined : 'media-no-caption'}>
      <textarea
        ref={field}
        className="media-caption"
        rows={1}
        aria-label={t('Caption')}
        placeholder={t('Write a caption')}
        maxLength={MOST_WORDS}
        value={shown}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => {
          const isOwn = typed === null && kept === stored.current && kept !== kept.trim()
          const caption = (isOwn ? kept : typed)?.trim()
          stored.current = null
          // Taken off the page while it was written in: the block may stand elsewhere by now.
          if (caption !== undefined && frame.pos() === undefined)
            keepTyped(frame.view, frame.node().attrs.id, { caption })
          else if (caption !== undefined) setAttribute(frame, 'caption', caption)
          setTyped(null)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key !== 'Escape' && (event.key !== 'Enter' || event.shiftKey)) return
          event.preventDefault()
          leave()
        }}
      />
    </figcaption>
  )
}
