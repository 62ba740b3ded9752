import type { Editor } from '@tiptap/core'
import { sameMembers, useEditorValue } from '@/blocks/kit/use-editor-value'
import { lazy } from '@/ui/lazy'
import {
  allOf,
  type Contribution,
  type OverlayProps,
  type PopupProps,
  useContributions,
} from '../contribution'
import { surfaceOf, withPopup } from '../core/surface-state'

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

/** What contributions show over the text and in its margin. */
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
      {margin.length > 0 && (
        <div className="page-margin">
          {margin.map((Card, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Card key={at} {...props} />
          ))}
        </div>
      )}
    </>
  )
}
