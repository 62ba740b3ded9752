import type { Editor } from '@tiptap/core'
import { sameMembers, useEditorValue } from '@/blocks/kit/use-editor-value'
import { lazy, usePreload } from '@/ui/lazy'
import { useStore } from '@/ui/use-store'
import {
  allOf,
  type Contribution,
  type OverlayProps,
  type PopupProps,
  useContributions,
} from '../contribution'
import { surfaceOf, withPopup } from '../core/surface-state'
import { marginCards } from '../margin/margin-cards'

/** The popups of the editor itself that come the same way as those of features. */
const own: Contribution = {
  name: 'editor',
  popups: {
    emoji: lazy<PopupProps>(() => import('./emoji-picker')),
    jsx: lazy<PopupProps>(() => import('../jsx/jsx-dialog')),
  },
}

const openPopup = ({ state }: Editor) => {
  const { popup } = surfaceOf(state)
  return popup?.kind === 'contributed' ? popup : null
}

/** The popup of a contribution that is open, if any. */
export function ContributedPopup({ editor, host }: OverlayProps) {
  const contributions = useContributions()
  const popup = useEditorValue(editor, openPopup, sameMembers)
  if (!popup) return null
  const found = [own, ...contributions].find(({ popups }) => popups?.[popup.name])
  const Popup = found?.popups?.[popup.name]
  const close = () => {
    editor.view.dispatch(withPopup(editor.state.tr, null))
    editor.view.focus()
  }
  return Popup && <Popup key={popup.name} editor={editor} host={host} popup={popup} onClose={close} />
}

/** What contributions show over the text, and the cards beside it. */
export function ContributedParts(props: OverlayProps) {
  const contributions = useContributions()
  const overlays = allOf(contributions, (one) => one.overlays)
  const margin = allOf(contributions, (one) => one.margin)
  return (
    <>
      {overlays.map((Overlay, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of contributions stays while an editor stands
        <Overlay key={at} {...props} />
      ))}
      {margin.map((Cards, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Cards key={at} {...props} />
      ))}
      <Margin editor={props.editor} />
    </>
  )
}

const MarginColumn = lazy<{ editor: Editor }>(() => import('../margin/margin-column'))

/** The column of cards, once there is a card. */
function Margin({ editor }: { editor: Editor }) {
  const hasCards = useStore(marginCards(editor).hasCards)
  // The first card may be a comment that somebody begins without a network.
  usePreload(MarginColumn)
  return hasCards ? <MarginColumn editor={editor} /> : null
}
