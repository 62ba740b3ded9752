import './review.css'
import type { EditorView } from '@tiptap/pm/view'
import type { PageBinding } from '@/document'
import {
  type Chosen,
  chosenAt,
  chosenIn,
  chosenSids,
  type Described,
  Descriptions,
  decide,
  type Reading,
  ReviewedPage,
  wordPlaces,
} from '@/document/review'
import { createListeners, createStore } from '@/shared/store'
import { bestModeOf, modeOf } from './modes'
import { type Look, listReview, type OpenReview } from './open-reviews'
import { Painter } from './paint'
import { blocksIn, idsIn, placesOf } from './places'

export { withoutAway } from './suggested-away'

/** The origin of decisions: undone like an edit, and shown like something that arrives. */
const DECIDED = Symbol('decided')

const READINGS: Readonly<Record<Look, Reading>> = { marked: 'marked', final: 'proposed', original: 'settled' }

/** Reads, draws and decides what is suggested in the page of an editor. Returns what ends it. */
export function openReview(view: EditorView, binding: PageBinding, userId: string): () => void {
  const { doc, undoManager } = binding
  const page = new ReviewedPage(doc, userId)
  const mode = modeOf(doc.guid)
  const best = bestModeOf(doc.guid)
  // Who may only read sees the page as it is (rulings 4), until they choose otherwise.
  const look = createStore<Look>(best.get() === 'viewing' ? 'original' : 'marked')
  const activeSid = createStore<string | null>(null)
  const suggestions = createStore<readonly Described[]>([])
  const changes = createListeners()
  undoManager.addTrackedOrigin(DECIDED)

  const followMode = () => {
    page.isSuggesting = mode.get() === 'suggesting'
    undoManager.suggester = best.get() === 'suggesting' ? () => page.newSuggestion() : null
  }
  followMode()
  let isOriginalByDefault = look.get() === 'original'
  page.reading = READINGS[look.get()]
  binding.readBy(page)
  const marked = () => (page.reading === 'marked' ? binding.index : markedIndex)
  let markedIndex = page.reading === 'marked' ? binding.index : page.openMarked()
  let descriptions = new Descriptions(markedIndex, page.suggestions)
  let isTold = true
  const tell = () => {
    isTold = true
    suggestions.set(descriptions.all)
    changes.tell()
  }
  const tellSoon = () => {
    if (!isTold) return
    isTold = false
    queueMicrotask(() => !isClosed && tell())
  }
  let unfollow = descriptions.onChange(tellSoon)
  let isClosed = false
  const painter = new Painter(view, binding, page.suggestions, activeSid)
  painter.isDrawn = page.reading === 'marked'

  const readBy = () => {
    unfollow()
    descriptions.close()
    const own = markedIndex !== binding.index ? markedIndex : null
    page.reading = READINGS[look.get()]
    binding.readBy(page)
    own?.close()
    markedIndex = page.reading === 'marked' ? binding.index : page.openMarked()
    descriptions = new Descriptions(markedIndex, page.suggestions)
    unfollow = descriptions.onChange(tellSoon)
    painter.isDrawn = page.reading === 'marked'
    painter.drawAll()
  }

  const decideOn = (chosen: readonly Chosen[], decision: 'accept' | 'reject') => {
    undoManager.stopCapturing()
    const notes = best.get() !== 'suggesting'
    decide(marked(), page.suggestions, chosen, decision === 'accept', DECIDED, { notes })
    undoManager.stopCapturing()
  }
  const review: OpenReview = {
    documentId: doc.guid,
    suggestions,
    onChange: changes.subscribe,
    activeSid,
    look,
    decide(which, decision) {
      const chosen =
        which === 'selection'
          ? chosenIn(page.suggestions, idsIn(binding.index, view.state), blocksIn(view.state))
          : chosenSids(page.suggestions, which === 'all' ? page.suggestions.sids : which)
      decideOn(chosen, decision)
      return new Set(chosen.map(({ part }) => part.sid)).size
    },
    lastStep() {
      const last = undoManager.undoStack.at(-1)
      return () => last !== undefined && undoManager.undoStack.at(-1) === last
    },
    wordPlaces: (suggestionId) => wordPlaces(marked(), page.suggestions, suggestionId),
    decideAt: (suggestionId, place, decision) =>
      decideOn(chosenAt(marked(), page.suggestions, suggestionId, place), decision),
    signed(via, act, suggests = false) {
      const before = new Set(page.suggestions.sids)
      page.via = via
      page.isSuggesting ||= suggests
      try {
        act()
      } finally {
        page.via = null
        followMode()
      }
      return [...page.suggestions.sids].filter((sid) => !before.has(sid))
    },
    positions(suggestionId) {
      const described = page.reading === 'marked' ? descriptions.of(suggestionId) : null
      return described ? placesOf(binding.index, view.state.doc, described) : []
    },
  }
  const followBest = best.subscribe(() => {
    // They may suggest now, or it was not known yet.
    if (best.get() !== 'viewing' && look.get() === 'original' && isOriginalByDefault) look.set('marked')
    isOriginalByDefault &&= best.get() === 'viewing'
  })
  const ends = [
    followBest,
    mode.subscribe(followMode),
    best.subscribe(followMode),
    look.subscribe(readBy),
    activeSid.subscribe(() => painter.drawActive()),
    listReview(review),
  ]
  tell()
  return () => {
    isClosed = true
    for (const end of ends) end()
    unfollow()
    descriptions.close()
    if (markedIndex !== binding.index) markedIndex.close()
    painter.close()
    undoManager.removeTrackedOrigin(DECIDED)
    undoManager.suggester = null
    binding.forgetReview(page)
    page.close()
  }
}
