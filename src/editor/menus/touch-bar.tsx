import type { Editor } from '@tiptap/core'
import {
  ArrowDown,
  ArrowUp,
  IndentDecrease,
  IndentIncrease,
  MoreVertical,
  Plus,
  Redo2,
  Undo2,
} from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { sameMembers, useEditorValue } from '@/blocks/kit/use-editor-value'
import { t } from '@/shared/i18n'
import { moveBlocks, selectBlock } from '../core/block-commands'
import { surfaceOf, withPopup } from '../core/surface-state'
import { typeTrigger } from '../core/typed-menu'
import type { EditorHost } from '../source'
import { FormattingButtons, ToolButton } from './formatting-buttons'
import { OverTextTools } from './over-text-tools'
import { formattingOf } from './toolbar-items'

const NO_FORMATTING = {
  from: 0,
  to: 0,
  get block() {
    return t('A block')
  },
  marks: '',
  color: '',
  background: '',
}

/** The formatting bar of a phone: it stands above the on-screen keyboard while the text has the focus. */
export function TouchBar({ editor, host }: { editor: Editor; host: EditorHost }) {
  const bar = useRef<HTMLDivElement>(null)
  /** The focus is in a menu of the bar. */
  const [entered, setEntered] = useState(false)
  const isFocused = useEditorValue(
    editor,
    () => editor.isFocused && editor.isEditable && surfaceOf(editor.state).popup === null,
  )
  const isOpen = isFocused || entered
  const formatting = useEditorValue(editor, formattingOf, sameMembers) ?? NO_FORMATTING

  useLayoutEffect(() => {
    const viewport = window.visualViewport
    if (!viewport || !isOpen) return
    const root = document.documentElement.style
    const place = () => {
      const covered = Math.max(0, Math.round(innerHeight - viewport.height - viewport.offsetTop))
      if (!bar.current) return
      bar.current.style.bottom = `${covered}px`
      // What else stands at the lower edge stands above the bar.
      root.setProperty('--covered-bottom', `${covered + bar.current.offsetHeight}px`)
    }
    place()
    viewport.addEventListener('resize', place)
    viewport.addEventListener('scroll', place)
    return () => {
      viewport.removeEventListener('resize', place)
      viewport.removeEventListener('scroll', place)
      root.removeProperty('--covered-bottom')
    }
  }, [isOpen])

  if (!isOpen) return null
  const { view } = editor
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches where the focus of its menus goes
    <div
      ref={bar}
      className="touch-bar"
      data-covers="bottom"
      onFocus={() => setEntered(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setEntered(false)
      }}
    >
      <FormattingButtons
        editor={editor}
        formatting={formatting}
        onLeave={() => view.focus()}
        lead={
          <ToolButton label={t('Insert')} onClick={() => typeTrigger(view, '/')}>
            <Plus aria-hidden size={18} />
          </ToolButton>
        }
      >
        {formatting.from < formatting.to && <OverTextTools editor={editor} host={host} />}
        <ToolButton label={t('Outdent')} onClick={() => editor.commands.outdentBlocks()}>
          <IndentDecrease aria-hidden size={18} />
        </ToolButton>
        <ToolButton label={t('Indent')} onClick={() => editor.commands.indentBlocks()}>
          <IndentIncrease aria-hidden size={18} />
        </ToolButton>
        <ToolButton label={t('Move up')} onClick={() => moveBlocks(-1)(view.state, view.dispatch)}>
          <ArrowUp aria-hidden size={18} />
        </ToolButton>
        <ToolButton label={t('Move down')} onClick={() => moveBlocks(1)(view.state, view.dispatch)}>
          <ArrowDown aria-hidden size={18} />
        </ToolButton>
        <ToolButton label={t('Undo')} onClick={() => editor.commands.undo()}>
          <Undo2 aria-hidden size={18} />
        </ToolButton>
        <ToolButton label={t('Redo')} onClick={() => editor.commands.redo()}>
          <Redo2 aria-hidden size={18} />
        </ToolButton>
        <ToolButton
          label={t('Block menu')}
          onClick={() =>
            selectBlock(view.state, (tr) => view.dispatch(withPopup(tr, { kind: 'block-menu' })))
          }
        >
          <MoreVertical aria-hidden size={18} />
        </ToolButton>
      </FormattingButtons>
    </div>
  )
}
