import type { Editor } from '@tiptap/core'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type PointerEvent, useMemo, useRef } from 'react'
import { t } from '@/shared/i18n'
import { IconButton } from '@/ui/button'
import { useStore } from '@/ui/use-store'
import { marginCards } from './margin-cards'
import { orderCards } from './measure-cards'

/** Pixels that a finger goes sideways for a swipe. */
const SWIPE = 48

/** The active card over the lower half of a narrow screen; its text stays visible above. */
export function CardSheet({ editor }: { editor: Editor }) {
  const margin = marginCards(editor)
  const cards = useStore(margin.cards)
  const active = useStore(margin.active)
  const { doc } = editor.state
  const ordered = useMemo(() => orderCards(doc, cards), [doc, cards])
  const at = active === null ? -1 : ordered.findIndex(({ card }) => card.id === active)
  const start = useRef<{ x: number; y: number } | null>(null)
  if (at < 0) return null
  const { card } = ordered[at]!
  const step = (by: number) => {
    const next = ordered[at + by]
    if (next) margin.activate(next.card.id)
  }
  const swipe = ({ clientX, clientY }: PointerEvent) => {
    const from = start.current
    start.current = null
    if (!from) return
    const [x, y] = [clientX - from.x, clientY - from.y]
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) step(x < 0 ? 1 : -1)
  }
  return (
    <section
      aria-label={t('Beside the page')}
      data-margin-card={card.id}
      className="page-card-sheet"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        margin.activate(null)
      }}
      onPointerDown={({ pointerType, clientX, clientY }) => {
        start.current = pointerType === 'mouse' ? null : { x: clientX, y: clientY }
      }}
      onPointerUp={swipe}
      onPointerCancel={() => {
        start.current = null
      }}
    >
      <header>
        <span className="me-auto text-sm text-text-muted tabular-nums">
          {t('{number} of {count}', { number: at + 1, count: ordered.length })}
        </span>
        <IconButton
          label={t('Previous card')}
          className="size-11"
          aria-disabled={at === 0}
          onClick={() => step(-1)}
        >
          <ChevronUp aria-hidden />
        </IconButton>
        <IconButton
          label={t('Next card')}
          className="size-11"
          aria-disabled={at === ordered.length - 1}
          onClick={() => step(1)}
        >
          <ChevronDown aria-hidden />
        </IconButton>
        <IconButton label={t('Close the card')} className="size-11" onClick={() => margin.activate(null)}>
          <X aria-hidden />
        </IconButton>
      </header>
      <div className="page-card-sheet-body">{card.render(true)}</div>
    </section>
  )
}
