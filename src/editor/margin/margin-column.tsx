import type { Editor } from '@tiptap/core'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { t } from '@/shared/i18n'
import { useStore } from '@/ui/use-store'
import { CardSheet } from './card-sheet'
import './margin.css'
import { type MarginCard, marginCards } from './margin-cards'
import { revealCard } from './reveal-card'
import { useMarginLayout } from './use-margin-layout'
import { usePageRoom } from './use-page-room'

/** The cards beside the page, or where there is no room for them the active one in a sheet at the bottom (product.md 2.34). */
export default function MarginColumn({ editor }: { editor: Editor }) {
  const hasRoom = usePageRoom(editor)
  useEndActive(editor)
  useEffect(
    () => marginCards(editor).onReveal((id) => revealCard(editor, id, hasRoom ? 0.35 : 0.15)),
    [editor, hasRoom],
  )
  return hasRoom ? <Column editor={editor} /> : <CardSheet editor={editor} />
}

/** A press on the page beside cards and marks ends that a card is active. Presses on panels, menus and windows do not. */
function useEndActive(editor: Editor): void {
  useEffect(() => {
    const cards = marginCards(editor)
    const frame = editor.view.dom.closest('.page-frame') ?? editor.view.dom
    const press = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest('[data-margin-card]')) return
      if (frame.contains(target)) cards.activate(null)
    }
    frame.addEventListener('pointerdown', press)
    return () => frame.removeEventListener('pointerdown', press)
  }, [editor])
}

function Column({ editor }: { editor: Editor }) {
  const margin = marginCards(editor)
  const cards = useStore(margin.cards)
  const active = useStore(margin.active)
  const column = useRef<HTMLElement>(null)
  const { shown, above, below, measure } = useMarginLayout(editor, column, cards, active)
  const nearest = { above: above.at(-1), below: below[0] }
  return (
    <aside ref={column} className="page-margin" aria-label={t('Beside the page')}>
      {(nearest.above !== undefined || nearest.below !== undefined) && (
        <div className="page-margin-beyond" data-margin-card>
          {nearest.above !== undefined && (
            <button type="button" onClick={() => margin.activate(nearest.above!)}>
              <ArrowUp aria-hidden />
              {t('{count} above', { count: above.length })}
            </button>
          )}
          {nearest.above !== undefined && nearest.below !== undefined && <span aria-hidden>·</span>}
          {nearest.below !== undefined && (
            <button type="button" onClick={() => margin.activate(nearest.below!)}>
              {t('{count} below', { count: below.length })}
              <ArrowDown aria-hidden />
            </button>
          )}
        </div>
      )}
      {shown.map(({ card, top }) => (
        <div
          key={card.id}
          ref={measure(card.id)}
          data-margin-card={card.id}
          className="page-margin-card"
          style={{ insetBlockStart: top }}
          onPointerDown={() => margin.activate(card.id, { stay: true })}
        >
          <Card card={card} isActive={card.id === active} />
        </div>
      ))}
    </aside>
  )
}

const Card = memo(({ card, isActive }: { card: MarginCard; isActive: boolean }) => card.render(isActive))
