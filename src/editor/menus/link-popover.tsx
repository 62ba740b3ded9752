import { type Editor, posToDOMRect } from '@tiptap/core'
import { Copy, ExternalLink, Pencil, Unlink } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { PageSign } from '@/blocks/icon/page-sign'
import type { PageInfo } from '@/blocks/kit/block-program'
import { sameMembers, useEditorValue } from '@/blocks/kit/use-editor-value'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { Field, Input } from '@/ui/field'
import { Floating } from '@/ui/floating'
import { toast } from '@/ui/toast'
import { isInside, type LinkRange, linkAddress, linkAt, openLink, selectedLink } from '../core/link'
import { applyLink, removeLink } from '../core/link-commands'
import { surfaceOf, withPopup } from '../core/surface-state'
import { openAddress } from '../open-address'
import type { EditorHost } from '../source'
import { Icon } from './icons'
import { usePagesFor } from './link-pages'
import { OptionList } from './option-list'
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

function LinkForm({ editor, host, mode }: LinkProps & { mode: 'insert' | 'edit' }) {
  const { view } = editor
  const [link] = useState(() => selectedLink(view.state))
  /** Where it is now: others may be writing in front of it, or in it. */
  const range = () => selectedLink(view.state) ?? view.state.selection
  const [before] = useState(() => {
    const { from, to } = range()
    return view.state.doc.textBetween(from, to, '\n', '\n')
  })
  const [text, setText] = useState(before)
  const [address, setAddress] = useState(link?.url ?? '')
  const [error, setError] = useState<string>()
  const panel = useRef<HTMLFormElement>(null)
  const asksForText = !text.includes('\n')
  const listId = useId()
  const [isTouched, setTouched] = useState(false)
  const pages = usePagesFor(isTouched ? address : '', host)
  const [active, setActive] = useState(0)
  const shown = pages[Math.min(active, pages.length - 1)]

  const close = () => {
    view.dispatch(withPopup(view.state.tr, null))
    view.focus()
  }
  useEffect(() => {
    panel.current?.querySelector('input')?.select()
    panel.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])

  const apply = (url: string, words: string) => {
    applyLink(url, words)(view.state, view.dispatch)
    view.focus()
  }
  /** The words that were written here; none when they are to stay what they are on the page. */
  const words = text === before ? '' : text.trim()
  const pickPage = ({ path, title }: PageInfo) =>
    apply(path, text.trim() === '' ? title || t('Untitled') : words)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const url = linkAddress(address)
    if (shown && document.activeElement?.getAttribute('type') !== 'submit') pickPage(shown)
    else if (url === null) setError(t('Invalid URL'))
    else apply(url, words)
  }
  /** What was written is kept when one presses elsewhere, if it can be. */
  const leave = () => {
    const url = linkAddress(address)
    const isChanged = address !== (link?.url ?? '') || words !== ''
    if (isChanged && url !== null && !shown) apply(url, words)
    else close()
  }
  const onAddressKey = (event: KeyboardEvent) => {
    if (pages.length === 0 || event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: pages.length - 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setActive((Math.min(active, pages.length - 1) + step) % pages.length)
  }
  return (
    <Floating
      rect={() => posToDOMRect(view, range().from, range().to)}
      context={view.dom}
      anchorKey={mode}
      onPressOutside={leave}
    >
      <form
        ref={panel}
        className="panel link-form"
        role="dialog"
        aria-label={mode === 'insert' ? t('Add link') : t('Edit link')}
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          close()
        }}
      >
        <Field label={t('Address')} error={error}>
          <Input
            type="text"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder={
              host.findPages ? t('Address, or title of a page') : t('https://example.org or /page')
            }
            value={address}
            role="combobox"
            aria-expanded={pages.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={shown ? `${listId}-${shown.path}` : undefined}
            onKeyDown={onAddressKey}
            onChange={(event) => {
              setAddress(event.target.value)
              setTouched(true)
              setActive(0)
              setError(undefined)
            }}
          />
        </Field>
        {pages.length > 0 && (
          <OptionList
            id={listId}
            label={t('Pages')}
            options={pages.map(({ path, title, icon }) => ({
              id: path,
              label: title || t('Untitled'),
              icon: <PageSign icon={icon} empty={<Icon name="file-text" />} />,
            }))}
            active={Math.min(active, pages.length - 1)}
            onActive={setActive}
            onPick={(index) => pickPage(pages[index]!)}
          />
        )}
        {asksForText && (
          <Field label={t('Text')}>
            <Input autoComplete="off" value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
        )}
        <div className="link-form-buttons">
          {link && (
            <Button
              variant="ghost"
              onClick={() => {
                const now = selectedLink(view.state)
                if (now) removeLink(now)(view.state, view.dispatch)
                close()
              }}
            >
              {t('Remove link')}
            </Button>
          )}
          <Button variant="primary" type="submit">
            {mode === 'insert' ? t('Add link') : t('Save')}
          </Button>
        </div>
      </form>
    </Floating>
  )
}

/** What the page that a link of ours leads to is called now; `null` until that is known, and for all others. */
function usePageOf(url: string, host: EditorHost): PageInfo | null {
  const [page, setPage] = useState<PageInfo | null>(null)
  const ask = useRef(host.pageInfo)
  ask.current = host.pageInfo
  useEffect(() => {
    let isGone = false
    setPage(null)
    const path = /^\/[^/?#]+/.exec(url)?.[0]
    if (path)
      ask.current?.(path).then(
        (found) => !isGone && setPage(found),
        // Its address says enough.
        () => undefined,
      )
    return () => {
      isGone = true
    }
  }, [url])
  return page
}

interface LinkBarProps extends LinkProps {
  link: LinkRange
  mode: 'cursor' | 'hover'
  onHover(inside: boolean): void
}

function LinkBar({ editor, host, link, mode, onHover }: LinkBarProps) {
  const { view } = editor
  const page = usePageOf(link.url, host)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(link.url, location.href).href)
      toast.success(t('Link copied'))
    } catch {
      toast.error(t('The browser did not allow copying. Select the address bar and copy from there.'))
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
        aria-label={t('Link')}
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
          {page ? (
            <PageSign icon={page.icon} empty={<Icon name="file-text" />} />
          ) : (
            <ExternalLink aria-hidden size={14} />
          )}
          <span>{page ? page.title || t('Untitled') : link.url}</span>
          <span className="sr-only">{t('(open)')}</span>
        </a>
        <IconButton label={t('Copy address')} onClick={copy}>
          <Copy aria-hidden />
        </IconButton>
        {editor.isEditable && (
          <>
            <IconButton label={t('Edit link')} shortcut="mod+k" onClick={edit}>
              <Pencil aria-hidden />
            </IconButton>
            <IconButton label={t('Remove link')} onClick={() => removeLink(link)(view.state, view.dispatch)}>
              <Unlink aria-hidden />
            </IconButton>
          </>
        )}
      </div>
    </Floating>
  )
}
