import type { Editor } from '@tiptap/core'
import { GripVertical, Plus } from 'lucide-react'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useEditorValue } from '@/blocks/kit/use-editor-value'
import { t } from '@/shared/i18n'
import { isRightToLeft } from '@/ui/key-in-row'
import { insertEmptyAt } from '../core/block-commands'
import { BlockSelection } from '../core/block-selection'
import { blockPosAround, spanWithFollowers } from '../core/block-tree'
import { blockElement, type DropPlace } from '../core/drag'
import { surfaceOf, withPopup } from '../core/surface-state'
import { typeTrigger } from '../core/typed-menu'
import { useBlockDrag } from './use-block-drag'
import { useHandleBlock } from './use-handle-block'

/** Height of the handle's buttons, in pixels. */
const HANDLE = 24
/** How far the grips of a table reach out of it, in pixels. */
const TABLE_GRIP = 18

/**
 * The one block handle of the editor, outside of its content: add below (with alt: above), drag, open the block
 * menu. Its keyboard is mod+enter, mod+shift+↑/↓ and mod+/.
 */
export function BlockHandle({ editor }: { editor: Editor }) {
  const { view } = editor
  const handle = useRef<HTMLDivElement>(null)
  const menuOpen = useEditorValue(editor, ({ state }) => surfaceOf(state).popup?.kind === 'block-menu')
  const [place, setPlace] = useState<DropPlace | null>(null)
  const openMenu = (at: number) => {
    const span = spanWithFollowers(view.state.doc, at)
    const { selection } = view.state
    const isSelected =
      selection instanceof BlockSelection && selection.from <= span.from && selection.to >= span.to
    const tr = view.state.tr
    if (!isSelected) tr.setSelection(BlockSelection.between(tr.doc, span.from, span.to))
    view.focus()
    view.dispatch(withPopup(tr, { kind: 'block-menu' }))
  }
  /** Shift: from the block that is selected, or has the caret, to this one. */
  const extendTo = (at: number) => {
    const { selection, doc, tr } = view.state
    const anchor =
      selection instanceof BlockSelection ? selection.anchorPos : (blockPosAround(selection.$anchor) ?? at)
    view.focus()
    view.dispatch(tr.setSelection(BlockSelection.create(doc, anchor, at)))
  }
  const drag = useBlockDrag(editor, { onPlace: setPlace, onClick: openMenu })
  const { isPressed } = drag
  const held = useRef(false)
  held.current = menuOpen
  const isHeld = useCallback(() => held.current || isPressed(), [isPressed])
  const pos = useHandleBlock(editor, isHeld)

  useLayoutEffect(() => {
    const element = pos === null ? null : blockElement(view, pos)
    const own = handle.current
    if (!own || !element) return
    const frame = own.offsetParent?.getBoundingClientRect() ?? view.dom.getBoundingClientRect()
    const box = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    const line = Number.parseFloat(style.lineHeight) || HANDLE
    const top = box.top - frame.top + Number.parseFloat(style.paddingTop) + (line - HANDLE) / 2
    // Beside the grips of a table, which stand at its edge.
    const aside = element.dataset.kind === 'table' ? TABLE_GRIP : 0
    const across = isRightToLeft(own) ? box.right - frame.right + aside : box.left - frame.left - aside
    own.style.transform = `translate(${Math.round(across)}px, ${Math.round(top)}px)`
  })

  const add = (above: boolean) => {
    if (pos === null) return
    const node = view.state.doc.nodeAt(pos)
    if (!node) return
    view.focus()
    if (node.type.name === 'paragraph' && node.content.size === 0) {
      editor.commands.setTextSelection(pos + 1)
    } else view.dispatch(insertEmptyAt(view.state, above ? pos : pos + node.nodeSize).scrollIntoView())
    typeTrigger(view, '/')
  }

  return (
    <>
      {pos !== null && editor.isEditable && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        <div
          ref={handle}
          className="block-handle"
          role="group"
          aria-label={t('Block handle')}
          contentEditable={false}
        >
          <button
            type="button"
            tabIndex={-1}
            className="handle-button handle-add"
            aria-label={t('Add block below')}
            title={t('Click to add below, Alt-click to add above')}
            onMouseDown={(event) => event.preventDefault()}
            onClick={(event) => add(event.altKey)}
          >
            <Plus aria-hidden size={16} />
          </button>
          <button
            type="button"
            tabIndex={-1}
            className="handle-button handle-grip"
            aria-label={t('Drag to move, click for the block menu')}
            aria-haspopup="dialog"
            aria-expanded={menuOpen}
            title={t('Drag to move, click for the menu')}
            onMouseDown={(event) => event.preventDefault()}
            onPointerDown={(event) => {
              if (event.shiftKey) extendTo(pos)
              else drag.start(event.nativeEvent, pos)
            }}
          >
            <GripVertical aria-hidden size={16} />
          </button>
        </div>
      )}
      {place && (
        <div
          className="drop-indicator"
          style={{
            top: place.top - 1,
            left: place.left,
            width: place.width,
            ...(place.beside ? { height: place.beside.height } : {}),
          }}
        />
      )}
    </>
  )
}
