import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { DecorationSet, type EditorView } from '@tiptap/pm/view'
import { bindingOf } from '@/document'
import type { EditorSourceLive } from '../source'
import { modeOf } from './modes'
import { reviewKey } from './review-key'

/** How long it takes until code that could not be had is asked for again. */
const AGAIN_MS = 5_000

/**
 * Draws what is suggested. All that it takes to read, write and draw suggestions is fetched when the page has some, or when its
 * person wants to suggest; until then this costs nothing.
 */
export const reviewExtension = (source: EditorSourceLive): Extension =>
  Extension.create({ name: 'review', addProseMirrorPlugins: () => [reviewPlugin(source)] })

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
    props: { decorations: (state) => reviewKey.getState(state) },
    view: (view) => ({ destroy: openWhenNeeded(view, doc, user.id) }),
  })
}

function openWhenNeeded(view: EditorView, doc: EditorSourceLive['doc'], userId: string): () => void {
  const suggestions = doc.getMap('suggestions')
  const mode = modeOf(doc.guid)
  let close: (() => void) | null = null
  let isComing = false
  let isGone = false
  let again: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    const isNeeded = suggestions._map.size > 0 || mode.get() === 'suggesting'
    if (!isNeeded || isComing || close || isGone) return
    isComing = true
    clearTimeout(again)
    import('./open-review').then(
      ({ openReview }) => {
        isComing = false
        const binding = bindingOf(view.state)
        if (!isGone && binding) close = openReview(view, binding, userId)
      },
      () => {
        isComing = false
        again = setTimeout(look, AGAIN_MS)
      },
    )
  }
  suggestions.observe(look)
  const unfollow = mode.subscribe(look)
  look()
  return () => {
    isGone = true
    clearTimeout(again)
    suggestions.unobserve(look)
    unfollow()
    close?.()
  }
}
