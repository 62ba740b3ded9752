import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '@/shared/i18n'
import { dragHandle } from '@/ui/drag-handle'
import type { Attributes } from '../kit/attributes'
import { CHART_HEIGHT, CHART_WIDTH, within } from './chart-attributes'
import { ChartFigure } from './chart-figure'
import { PlainTooltips } from './chart-target'
import { ChartTooltip, useTip } from './chart-tooltip'
import { readChart } from './read-chart'
import './chart.css'

/** How near a chart must be to the screen before it is drawn, in pixels. */
const NEAR = 800
/** Pixels that an arrow key changes a size by, and with Shift. */
const STEP = 10
const LEAP = 50

/** Is the element near the screen, or was it once? Everything is when the page is printed. */
function useIsNear(): [(element: HTMLElement | null) => void, boolean] {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element || isNear) return
    const show = () => setNear(true)
    // What is printed is what stands there when this event is over.
    const showNow = () => flushSync(show)
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && show(), {
      rootMargin: `${NEAR}px`,
    })
    observer.observe(element)
    window.addEventListener('beforeprint', showNow)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', showNow)
    }
  }, [element, isNear])
  return [setElement, isNear]
}

function useWidth(): [(element: HTMLElement | null) => void, number | undefined] {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [width, setWidth] = useState<number>()
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [setElement, width]
}

export interface LiveChartProps {
  attributes: Attributes
  scope: string
  /** Left out where the chart cannot be changed. */
  onEdit?(): void
  onResize?(size: { width?: number; height?: number }): void
}

/** A chart on the screen: as wide as there is room, with a tooltip, and with what changes it. */
export function LiveChart({ attributes, scope, onEdit, onResize }: LiveChartProps) {
  const [setNear, isNear] = useIsNear()
  const [setMeasured, room] = useWidth()
  const [sizing, setSizing] = useState<{ width?: number; height?: number } | null>(null)
  const { tip, listeners } = useTip()
  const shown = useMemo(() => ({ ...attributes, ...sizing }), [attributes, sizing])
  const reading = useMemo(() => (isNear ? readChart(shown) : null), [shown, isNear])
  const isEmpty = reading !== null && 'problem' in reading && reading.isEmpty
  return (
    <div
      ref={(element) => {
        setNear(element)
        setMeasured(element)
      }}
      className="chart-room"
      style={isNear ? undefined : { minHeight: within(CHART_HEIGHT, attributes.height) }}
    >
      {reading && room !== undefined && (
        <div className="chart-box" data-align={String(attributes.align)}>
          <div className="chart-pointer" {...listeners}>
            <PlainTooltips value={false}>
              <ChartFigure attributes={shown} scope={scope} reading={reading} room={room}>
                {'chart' in reading && <ChartTooltip chart={reading.chart} tip={tip} />}
              </ChartFigure>
            </PlainTooltips>
          </div>
          {onEdit && (
            <button
              type="button"
              className={isEmpty ? 'chart-edit is-empty' : 'chart-edit'}
              onMouseDown={(event) => event.preventDefault()}
              onClick={onEdit}
            >
              {isEmpty ? t('Add data') : t('Edit')}
              <span className="sr-only"> {t('chart')}</span>
            </button>
          )}
          {onResize && 'chart' in reading && (
            <>
              <Handle side="width" attributes={attributes} room={room} onSize={setSizing} onDone={onResize} />
              <Handle
                side="height"
                attributes={attributes}
                room={room}
                onSize={setSizing}
                onDone={onResize}
              />
            </>
          )}
        </div>
      )}
    </div>
  )
}

interface HandleProps {
  side: 'width' | 'height'
  attributes: Attributes
  /** No chart is drawn wider than that. */
  room: number
  /** While it is dragged; `null` when that is over. */
  onSize(size: { width?: number; height?: number } | null): void
  onDone(size: { width?: number; height?: number }): void
}

/** An edge that is taken with the pointer or moved with the arrow keys. Escape gives up. */
function Handle({ side, attributes, room, onSize, onDone }: HandleProps) {
  const range = side === 'width' ? CHART_WIDTH : CHART_HEIGHT
  const size = within(range, attributes[side])
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])

  const change = (wanted: number) => {
    const next = within(range, wanted)
    if (next !== size) onDone({ [side]: next })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const by = event.shiftKey ? LEAP : STEP
    const less = side === 'width' ? 'ArrowLeft' : 'ArrowUp'
    const more = side === 'width' ? 'ArrowRight' : 'ArrowDown'
    if (event.key === less) change(size - by)
    else if (event.key === more) change(size + by)
    else if (event.key === 'Home') change(range.least)
    else if (event.key === 'End') change(range.most)
    else return
    event.preventDefault()
  }
  const onPointerDown = (down: PointerEvent<HTMLElement>) => {
    if (down.button !== 0 || stop.current) return
    down.preventDefault()
    const handle = down.currentTarget
    // Both edges move when the chart stands in the middle; the left one does when it stands at the right.
    const { align } = attributes
    const factor = side === 'height' ? 1 : align === 'center' ? 2 : align === 'right' ? -1 : 1
    const from = side === 'width' ? Math.min(size, room) : size
    let wanted = from
    stop.current = dragHandle(handle, down, {
      onMove(event) {
        const by = side === 'width' ? event.clientX - down.clientX : event.clientY - down.clientY
        wanted = within(range, from + by * factor)
        onSize({ [side]: wanted })
      },
      onEnd() {
        stop.current = null
        onSize(null)
      },
      onDrop() {
        if (wanted !== from) onDone({ [side]: wanted })
      },
    })
  }
  return (
    <hr
      tabIndex={0}
      className={`chart-handle is-${side}`}
      aria-label={side === 'width' ? t('Chart width') : t('Chart height')}
      aria-orientation={side === 'width' ? 'vertical' : 'horizontal'}
      aria-valuemin={range.least}
      aria-valuemax={range.most}
      aria-valuenow={size}
      aria-valuetext={t('{size} pixels', { size })}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    />
  )
}
