import { type Editor, posToDOMRect } from '@tiptap/core'
import { Copy, ExternalLink, Pencil, Unlink } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '@/ui/button'
import { Field, Input } from '@/ui/field'
import { toast } from '@/ui/toast'
import {
  applyLink,
  isInside,
  type LinkRange,
  linkAddress,
  linkAt,
  openLink,
  removeLink,
  selectedLink,
} from '../core/link'
import { surfaceOf, withPopup } from '../core/surface-state'
import { openAddress } from '../open-address'
import type { EditorHost } from '../source'
import { Floating } from './floating'
import { sameMembers, useEditorValue } from './use-editor-value'
import { useHoveredLink } from './use-hovered-link'

interface LinkProps {
  editor: Editor
  host: EditorHost
}

/** The popover of links in its four modes: insert, edit, cursor, hover (product.md 4.18). */
export function LinkPopover(props: LinkProps) {
  const { editor } = props
  const mode = useEditorValue(editor, ({ state }) => {
    const { popup } = surfaceOf(state)
    return popup?.kind === 'link' ? popup.mode : null
  })
  const underCaret = useEditorValue(editor, linkUnderCaret, sameMembers)
  const [hovered, keepHovered] = useHoveredLink(editor)
  if (mode) return <LinkForm {...props} mode={mode} />
  const link = hovered ?? underCaret
  if (!link) return null
  return <LinkBar {...props} link={link} mode={hovered ? 'hover' : 'cursor'} onHover={keepHovered} />
}

function linkUnderCaret(editor: Editor): LinkRange | null {
  const { selection } = editor.state
  if (!selection.empty || !editor.isFocused || !editor.isEditable) return null
  return linkAt(selection.$from)
}

function LinkForm({ editor, mode }: LinkProps & { mode: 'insert' | 'edit' }) {
  const { view } = editor
  const [link] = useState(() => selectedLink(view.state))
  const { from, to } = link ?? view.state.selection
  const [text, setText] = useState(() => view.state.doc.textBetween(from, to, '\n', '\n'))
  const [address, setAddress] = useState(link?.url ?? '')
  const [error, setError] = useState<string>()
  const panel = useRef<HTMLFormElement>(null)
  const asksForText = !text.includes('\n')

  const close = () => {
    view.dispatch(withPopup(view.state.tr, null))
    view.focus()
  }
  const closeNow = useRef(close)
  closeNow.current = close
  useEffect(() => {
    panel.current?.querySelector('input')?.select()
    panel.current?.querySelector('input')?.focus({ preventScroll: true })
    const outside = (event: PointerEvent) => {
      if (!panel.current?.contains(event.target as Node)) closeNow.current()
    }
    document.addEventListener('pointerdown', outside, true)
    return () => document.removeEventListener('pointerdown', outside, true)
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const url = linkAddress(address)
    if (url === null) {
      setError('Invalid URL')
      return
    }
    applyLink(url, text.trim())(view.state, view.dispatch)
    view.focus()
  }
  return (
    <Floating rect={() => posToDOMRect(view, from, to)} context={view.dom} anchorKey={mode}>
      <form
        ref={panel}
        className="panel link-form"
        role="dialog"
        aria-label={mode === 'insert' ? 'Add link' : 'Edit link'}
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          close()
        }}
      >
        <Field label="Address" error={error}>
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://example.org or /page"
            value={address}
            onChange={(event) => {
              setAddress(event.target.value)
              setError(undefined)
            }}
          />
        </Field>
        {asksForText && (
          <Field label="Text">
            <Input autoComplete="off" value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
        )}
        <div className="link-form-buttons">
          {link && (
            <Button
              variant="ghost"
              onClick={() => {
                removeLink(link)(view.state, view.dispatch)
                view.focus()
              }}
            >
              Remove link
            </Button>
          )}
          <Button variant="primary" type="submit">
            {mode === 'insert' ? 'Add link' : 'Save'}
          </Button>
        </div>
      </form>
    </Floating>
  )
}

interface LinkBarProps extends LinkProps {
  link: LinkRange
  mode: 'cursor' | 'hover'
  onHover(inside: boolean): void
}

function LinkBar({ editor, host, link, mode, onHover }: LinkBarProps) {
  const { view } = editor
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(link.url, location.href).href)
      toast.success('Link copied')
    } catch {
      toast.error('The browser did not allow copying. Select the address bar and copy from there.')
    }
  }
  const edit = () => {
    editor.commands.setTextSelection(link.from + 1)
    openLink(view.state, view.dispatch)
  }
  return (
    <Floating rect={() => posToDOMRect(view, link.from, link.to)} context={view.dom} anchorKey={link.from}>
      <div
        className="panel link-bar"
        role="toolbar"
        aria-label="Link"
        data-mode={mode}
        onMouseDown={(event) => event.preventDefault()}
        onPointerEnter={() => onHover(true)}
        onPointerLeave={() => onHover(false)}
      >
        <a
          className="link-bar-address"
          href={link.url}
          {...(isInside(link.url) ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
          onClick={(event) => {
            event.preventDefault()
            openAddress(link.url, host)
          }}
        >
          <ExternalLink aria-hidden size={14} />
          <span>{link.url}</span>
          <span className="sr-only">(open)</span>
        </a>
        <IconButton label="Copy address" onClick={copy}>
          <Copy aria-hidden />
        </IconButton>
        {editor.isEditable && (
          <>
            <IconButton label="Edit link" shortcut="mod+k" onClick={edit}>
              <Pencil aria-hidden />
            </IconButton>
            <IconButton label="Remove link" onClick={() => removeLink(link)(view.state, view.dispatch)}>
              <Unlink aria-hidden />
            </IconButton>
          </>
        )}
      </div>
    </Floating>
  )
}
