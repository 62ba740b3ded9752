import type { Described } from '@/document'
import type { WordPlace } from '@/document/review'
import { withAnnouncement } from '@/editor/core/surface-state'
import { marginCards } from '@/editor/margin/margin-cards'
import { t } from '@/shared/i18n'
import { cardOf, sidOfCard } from './card-names'
import { decideAbout } from './deciding'
import { isDecidable } from './deciding-right'
import type { PageSuggestions } from './page-suggestions'
import { summaryOf, wordsOf } from './summary'

type NameOf = (userId: string) => string

/** Makes a suggestion the active one, brings it into sight, gives its card the focus and says what it is. */
export function goTo({ editor, all }: PageSuggestions, one: Described, nameOf: NameOf): void {
  const card = cardOf(one.suggestionId)
  marginCards(editor).activate(card)
  const words = t('{name} suggests: {summary}, {number} of {count}', {
    name: nameOf(one.userId),
    summary: summaryOf(one),
    number: all.indexOf(one) + 1,
    count: all.length,
  })
  editor.view.dispatch(withAnnouncement(editor.state.tr, words))
  focusCard(card)
}

/** How many frames a card has to be drawn. */
const FRAMES = 30

function focusCard(card: string, frames = FRAMES): void {
  const found = document.querySelector<HTMLElement>(`[data-margin-card="${CSS.escape(card)}"] article`)
  if (found) found.focus({ preventScroll: true })
  else if (frames > 0) requestAnimationFrame(() => focusCard(card, frames - 1))
}

/** Goes `by` suggestions on from one, in the order of the page, or from the caret where none is given. */
export function stepFrom(page: PageSuggestions | null, sid: string | null, by: number, nameOf: NameOf): void {
  if (!page || page.all.length === 0) return
  const at = page.all.findIndex(({ suggestionId }) => suggestionId === sid)
  const next = at < 0 ? page.all.at(by > 0 ? 0 : -1) : page.all[at + by]
  if (next) goTo(page, next, nameOf)
}

/** Goes on from the active suggestion. */
export const stepFromActive = (page: PageSuggestions, by: number, nameOf: NameOf): void =>
  stepFrom(page, sidOfCard(marginCards(page.editor).active.get()), by, nameOf)

/** Accepts or rejects what a suggestion says of one place; its card keeps the focus while something is left of it. */
export function decideAtAndStay(
  page: PageSuggestions | null,
  one: Described,
  place: WordPlace,
  isAccepted: boolean,
): void {
  if (!page?.review || !isDecidable(page)) return
  const { editor, review } = page
  review.decideAt(one.suggestionId, place, isAccepted ? 'accept' : 'reject')
  const words = place.changes.map(wordsOf).join(', ')
  editor.view.dispatch(
    withAnnouncement(
      editor.state.tr,
      isAccepted ? t('Accepted: {words}', { words }) : t('Rejected: {words}', { words }),
    ),
  )
  focusCard(cardOf(one.suggestionId))
}

/** Accepts or rejects one suggestion and goes on to the next; after the last one the focus is in the text again. */
export function decideAndGoOn(
  page: PageSuggestions | null,
  one: Described,
  isAccepted: boolean,
  nameOf: NameOf,
): void {
  if (!page || !isDecidable(page)) return
  const { all, editor } = page
  const at = all.findIndex(({ suggestionId }) => suggestionId === one.suggestionId)
  const rest = all.filter((_, i) => i !== at)
  const next = rest[Math.min(at, rest.length - 1)]
  decideAbout(page, [one], isAccepted)
  if (next) goTo({ ...page, all: rest }, next, nameOf)
  else {
    marginCards(editor).activate(null)
    const words = isAccepted
      ? t('Accepted. Nothing else is suggested.')
      : t('Rejected. Nothing else is suggested.')
    editor.view.dispatch(withAnnouncement(editor.state.tr, words))
    editor.view.focus()
  }
}
