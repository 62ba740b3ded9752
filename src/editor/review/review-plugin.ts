import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { DecorationSet, type EditorView } from '@tiptap/pm/view'
import { bindingOf, suggestionsOf } from '@/document'
import type { EditorSourceLive } from '../source'
import { modeOf } from './modes'
import { wantedReviewOf } from './open-reviews'
import { type ReviewCode, reviewCode } from './review-code'
import { reviewKey } from './review-key'

/** How long it takes until code that could not be had is asked for again. */
const AGAIN_MS = 5_000

/**
 * Draws what is suggested. All that it takes to read, write and draw suggestions is fetched when the page has some, or when its
 * person wants to suggest; until then this costs nothing.
 */
export const reviewExtension = (source: EditorSourceLive): Extension =>
  Extension.create({
    name: 'review',
    // What is copied is chosen first: everything else of the clipboard is about that.
    priority: 1001,
    addProseMirrorPlugins: () => [reviewPlugin(source)],
  })

function reviewPlugin({ doc, user }: EditorSourceLive): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key: reviewKey,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, painted) => {
        const now = tr.getMeta(reviewKey) as DecorationSet | undefined
        if (now) return now
        return tr.docChanged && painted !== DecorationSet.empty ? painted.map(tr.mapping, tr.doc) : painted
      },
    },
    props: {
      decorations: (state) => reviewKey.getState(state),
      // Until its code is there nothing is drawn.
      transformCopied: (slice, { state }) => reviewCode.loaded?.withoutAway(slice, state) ?? slice,
    },
    view: (view) => ({ destroy: openWhenNeeded(view, doc, user.id) }),
  })
}

function openWhenNeeded(view: EditorView, doc: EditorSourceLive['doc'], userId: string): () => void {
  const suggestions = suggestionsOf(doc)
  const mode = modeOf(doc.guid)
  const wanted = wantedReviewOf(doc.guid)
  let close: (() => void) | null = null
  let isComing = false
  let isGone = false
  let again: ReturnType<typeof setTimeout> | undefined
  const open = ({ openReview }: ReviewCode) => {
    const binding = bindingOf(view.state)
    if (!isGone && !close && binding) close = openReview(view, binding, userId)
  }
  const look = () => {
    const isNeeded = suggestions._map.size > 0 || mode.get() === 'suggesting' || wanted.get()
    if (!isNeeded || isComing || close || isGone) return
    isComing = true
    clearTimeout(again)
    reviewCode.preload().then(
      (code) => {
        isComing = false
        open(code)
      },
      () => {
        isComing = false
        again = setTimeout(look, AGAIN_MS)
      },
    )
  }
  suggestions.observe(look)
  // At once, where that can be: what is typed right after Suggesting was chosen is a suggestion already.
  const lookAtMode = () => {
    if (mode.get() === 'suggesting' && reviewCode.loaded) open(reviewCode.loaded)
    look()
  }
  const unfollow = [mode.subscribe(lookAtMode), wanted.subscribe(look)]
  look()
  return () => {
    isGone = true
    clearTimeout(again)
    suggestions.unobserve(look)
    for (const end of unfollow) end()
    close?.()
  }
}
