import type { Node as PMNode } from '@tiptap/pm/model'
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import type { BlockFrame } from '@/blocks/kit/block-program'
import { fittingWidth, numberOf, WIDTHS } from '@/blocks/media/attributes'
import type { MediaKind } from '@/blocks/media/media-url'
import { t } from '@/shared/i18n'
import { dragHandle } from '@/ui/drag-handle'
import { setAttribute } from './set-attribute'

/** Pixels of one press of an arrow key; with Shift five times as many. */
const STEP = 10

interface ResizeProps {
  frame: BlockFrame
  node: PMNode
  kind: MediaKind
  /** Where not all widths of the kind will do (product.md 9.8). */
  range?: { min: number; max: number } | undefined
}

/**
 * The handles at the sides of a picture, video or embed. Dragging shows the width at once and writes it when the handle is let
 * go; the right one takes the keys: arrows, Home and End, Enter for the width it has by itself.
 */
export function ResizeHandles({ frame, node, kind, range = WIDTHS[kind] }: ResizeProps) {
  const { dom } = frame
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  const room = () => dom.parentElement?.clientWidth ?? range.max
  const now = () => Math.round(dom.getBoundingClientRect().width)
  const fitting = (width: number) => fittingWidth(kind, Math.min(width, Math.max(room(), range.min)), range)
  const write = (width: number | null) => setAttribute(frame, 'width', width)
  const width = numberOf(node.attrs, 'width')
  const most = Math.min(range.max, 2400)

  // Without a width of its own it is as wide as it is shown, which is known once it stands.
  const [shown, setShown] = useState(range.min)
  useEffect(() => {
    if (width !== null) return
    const observer = new ResizeObserver(() => {
      const wide = Math.round(dom.getBoundingClientRect().width)
      if (wide > 0) setShown(Math.min(most, Math.max(range.min, wide)))
    })
    observer.observe(dom)
    return () => observer.disconnect()
  }, [dom, width, range.min, most])

  const start = (down: ReactPointerEvent<HTMLElement>, side: -1 | 1) => {
    if (down.button !== 0 || stop.current) return
    down.preventDefault()
    const handle = down.currentTarget
    const before = now()
    const style = dom.getAttribute('style')
    const isCentred = node.attrs.align === 'center'
    // A picture at its side grows to the other; one in the middle to both.
    let wanted = before
    stop.current = dragHandle(handle, down, {
      onMove(event) {
        const by = (event.clientX - down.clientX) * side * (isCentred ? 2 : 1)
        wanted = fitting(before + by)
        dom.style.width = `${wanted}px`
      },
      onEnd() {
        stop.current = null
        dom.classList.remove('is-resizing')
        if (style === null) dom.removeAttribute('style')
        else dom.setAttribute('style', style)
      },
      onDrop() {
        if (wanted !== before) write(wanted)
      },
    })
    dom.classList.add('is-resizing')
  }

  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = event.shiftKey ? 5 * STEP : STEP
    if (event.key === 'ArrowRight' || event.key === 'ArrowUp') write(fitting(now() + step))
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') write(fitting(now() - step))
    else if (event.key === 'Home') write(range.min)
    else if (event.key === 'End') write(fitting(range.max))
    else if (event.key === 'Enter') write(null)
    else if (event.key === 'Escape') frame.view.focus()
    else return
    event.preventDefault()
  }
  return (
    <>
      <span
        aria-hidden
        data-own=""
        className="media-handle is-left"
        onPointerDown={(event) => start(event, -1)}
        onDoubleClick={() => write(null)}
      />
      <span
        role="slider"
        tabIndex={0}
        className="media-handle is-right"
        aria-label={t('Width')}
        aria-orientation="horizontal"
        aria-valuemin={range.min}
        aria-valuemax={most}
        aria-valuenow={width ?? shown}
        aria-valuetext={
          width === null ? t('Its own width, {shown} pixels', { shown }) : t('{width} pixels', { width })
        }
        onPointerDown={(event) => start(event, 1)}
        onDoubleClick={() => write(null)}
        onKeyDown={onKeyDown}
      />
    </>
  )
}
