import type { Editor } from '@tiptap/core'
import { ArrowUp, AtSign, Bold, Check, Code, ImagePlus, Italic, Link, SmilePlus, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useEditorValue } from '@/blocks/kit/use-editor-value'
import { typeTrigger } from '@/editor/core/typed-menu'
import { TypedMenus } from '@/editor/menus/typed-menus'
import { t } from '@/shared/i18n'
import { safeUrl } from '@/shared/safe-url'
import { Button, IconButton } from '@/ui/button'
import { lazy } from '@/ui/lazy'
import { ButtonPopover } from '@/ui/popover'
import { PopupButton } from '@/ui/popup-button'
import { toast } from '@/ui/toast'
import type { CommentBody } from '../model'
import { isBlank, openComposer } from './composer-editor'
import type { Mentionable } from './mention-people'
import './comments.css'

const EmojiPanel = lazy(() => import('@/ui/emoji/emoji-panel'))

/** What a composer asks of the application. */
export interface ComposerHost {
  findPeople(query: string): Promise<readonly Mentionable[]>
  /** Keeps a picture with the page. Rejects with words for the person. */
  upload(file: File): Promise<{ url: string; name: string }>
}

export interface ComposerProps {
  host: ComposerHost
  /** What it is called, and what stands in it while it is empty. */
  label: string
  placeholder: string
  /** What it begins with. */
  initial?: CommentBody | null
  autoFocus?: boolean
  /** Of the button. */
  sendLabel: string
  /** Told of what stands there now; null: nothing. */
  onDraft?(body: CommentBody | null): void
  /** The composer is emptied when this says so. */
  onSend(body: CommentBody): boolean
  /** Escape, and the button that gives up where there is one. */
  onCancel?(): void
  hasCancel?: boolean
}

/** Where a comment is written: Enter sends it, Shift+Enter begins a new line, and nothing empty is sent (product.md 5.13). */
export default function Composer(props: ComposerProps) {
  const { label, placeholder, sendLabel, hasCancel } = props
  const mount = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const [editor, setEditor] = useState<Editor | null>(null)

  // Made once; everything that changes is read from `latest`.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    const { initial, autoFocus } = latest.current
    const made = openComposer({
      element: mount.current!,
      label,
      content: initial ?? null,
      send: () => send(made),
      cancel() {
        latest.current.onCancel?.()
        return latest.current.onCancel !== undefined
      },
      changed: () => latest.current.onDraft?.(bodyOf(made)),
      addPictures: (files) => void add(made, files),
      findPeople: (query) => latest.current.host.findPeople(query),
    })
    setEditor(made)
    if (autoFocus) made.commands.focus('end', { scrollIntoView: false })
    return () => {
      setEditor(null)
      made.destroy()
    }
  }, [])

  const [coming, setComing] = useState(0)
  const isComing = useRef(0)
  const add = async (to: Editor, files: readonly File[]) => {
    isComing.current += files.length
    setComing(isComing.current)
    for (const file of files) {
      await addPicture(to, file, latest.current.host)
      isComing.current -= 1
      setComing(isComing.current)
    }
  }

  const send = (from: Editor) => {
    const body = bodyOf(from)
    // A picture that is on its way belongs to it.
    if (!body || isComing.current > 0 || !latest.current.onSend(body)) return
    from.commands.clearContent(true)
    latest.current.onDraft?.(null)
  }

  return (
    <div className="comment-composer">
      <div className="comment-mount" ref={mount} />
      {editor && (
        <Tools
          editor={editor}
          placeholder={placeholder}
          sendLabel={sendLabel}
          addPictures={(files) => void add(editor, files)}
          coming={coming}
          send={() => send(editor)}
        >
          {hasCancel && (
            <Button size="sm" variant="ghost" onClick={() => props.onCancel?.()}>
              {t('Cancel')}
            </Button>
          )}
        </Tools>
      )}
    </div>
  )
}

/** What stands in the composer; null: nothing that could be sent. */
const bodyOf = (editor: Editor): CommentBody | null =>
  isBlank(editor.state.doc) ? null : (editor.state.doc.toJSON() as CommentBody)

async function addPicture(editor: Editor, file: File, host: ComposerHost): Promise<void> {
  try {
    const { url, name } = await host.upload(file)
    if (editor.isDestroyed) toast.error(t('A picture came when its comment was closed, and is not in it.'))
    else editor.chain().insertContent({ type: 'image', attrs: { url, name } }).run()
  } catch (error) {
    toast.error(error instanceof Error ? error.message : t('Something went wrong, please try again later.'))
  }
}

interface ToolsProps {
  editor: Editor
  placeholder: string
  sendLabel: string
  addPictures(files: readonly File[]): void
  /** How many pictures are on their way. */
  coming: number
  send(): void
  children: ReactNode
}

function Tools({ editor, placeholder, sendLabel, addPictures, coming, send, children }: ToolsProps) {
  const isEmpty = useEditorValue(editor, ({ state }) => isBlank(state.doc))
  const isUntouched = useEditorValue(editor, ({ isEmpty }) => isEmpty)
  const marks = useEditorValue(editor, (one) =>
    ['bold', 'italic', 'code', 'link'].filter((name) => one.isActive(name)).join(' '),
  )
  const [isLinking, setLinking] = useState(false)
  const chosen = useRef<HTMLInputElement>(null)
  const isOn = (name: string) => marks.split(' ').includes(name)
  const flip = (name: string) => () => editor.chain().focus(null, NO_SCROLL).toggleMark(name).run()
  const mark = (name: string, label: string, icon: ReactNode, shortcut: string) => (
    <IconButton
      label={label}
      shortcut={shortcut}
      aria-pressed={isOn(name)}
      onMouseDown={keepCaret}
      onClick={flip(name)}
    >
      {icon}
    </IconButton>
  )
  return (
    <>
      {isUntouched && (
        <span aria-hidden className="comment-placeholder">
          {placeholder}
        </span>
      )}
      <TypedMenus editor={editor} />
      {isLinking && (
        <LinkField
          onDone={(href) => {
            setLinking(false)
            if (href !== null) putLink(editor, href)
            editor.commands.focus(null, NO_SCROLL)
          }}
        />
      )}
      {coming > 0 && (
        <p role="status" className="px-2.5 text-xs text-text-muted">
          {t('{count, plural, one {A picture is on its way…} other {# pictures are on their way…}}', {
            count: coming,
          })}
        </p>
      )}
      <div className="comment-tools">
        {mark('bold', t('Bold'), <Bold aria-hidden />, 'mod+b')}
        {mark('italic', t('Italic'), <Italic aria-hidden />, 'mod+i')}
        {mark('code', t('Code'), <Code aria-hidden />, 'mod+e')}
        <IconButton
          label={t('Link')}
          aria-pressed={isOn('link')}
          onMouseDown={keepCaret}
          onClick={() => (isOn('link') ? flip('link')() : setLinking(!isLinking))}
        >
          <Link aria-hidden />
        </IconButton>
        <IconButton
          label={t('Mention somebody')}
          onMouseDown={keepCaret}
          onClick={() => {
            editor.commands.focus(null, NO_SCROLL)
            typeTrigger(editor.view, '@')
          }}
        >
          <AtSign aria-hidden />
        </IconButton>
        <PopupButton
          kind="dialog"
          button={
            <IconButton label={t('Add an emoji')}>
              <SmilePlus aria-hidden />
            </IconButton>
          }
        >
          {(popup) => (
            <ButtonPopover popup={popup} label={t('Emoji')} className="w-80 p-0">
              <EmojiPanel
                onChoose={(emoji: string) => {
                  popup.onOpenChange(false)
                  editor.chain().focus(null, NO_SCROLL).insertContent(emoji).run()
                }}
              />
            </ButtonPopover>
          )}
        </PopupButton>
        <IconButton label={t('Add a picture')} onClick={() => chosen.current?.click()}>
          <ImagePlus aria-hidden />
        </IconButton>
        <input
          ref={chosen}
          type="file"
          accept="image/*"
          multiple
          hidden
          aria-label={t('Picture')}
          onChange={({ target }) => {
            addPictures([...(target.files ?? [])])
            target.value = ''
            editor.commands.focus(null, NO_SCROLL)
          }}
        />
        <span className="ms-auto flex items-center gap-1">
          {children}
          <IconButton
            label={sendLabel}
            variant="primary"
            disabled={isEmpty || coming > 0}
            onMouseDown={keepCaret}
            onClick={send}
          >
            <ArrowUp aria-hidden />
          </IconButton>
        </span>
      </div>
    </>
  )
}

const NO_SCROLL = { scrollIntoView: false }

const keepCaret = (event: { preventDefault(): void }) => event.preventDefault()

/** Makes a link of the selected words, or writes the address where nothing is selected. */
function putLink(editor: Editor, href: string): void {
  if (editor.state.selection.empty)
    editor
      .chain()
      .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
      .run()
  else editor.chain().setMark('link', { href }).run()
}

function LinkField({ onDone }: { onDone(href: string | null): void }) {
  const [address, setAddress] = useState('')
  const href = safeUrl(/^[\w-]+(\.[\w-]+)+(\/|$)/.test(address) ? `https://${address}` : address)
  return (
    <div className="flex items-center gap-1 border-t border-border px-2 py-1">
      <input
        // biome-ignore lint/a11y/noAutofocus: it was asked for just now
        autoFocus
        aria-label={t('Address of the link')}
        placeholder="https://"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Escape') onDone(null)
          else if (href !== null) onDone(href)
        }}
        className="h-7 min-w-0 flex-1 bg-transparent text-sm outline-none coarse:h-11"
      />
      <IconButton label={t('Set the link')} disabled={href === null} onClick={() => onDone(href)}>
        <Check aria-hidden />
      </IconButton>
      <IconButton label={t('No link')} onClick={() => onDone(null)}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
