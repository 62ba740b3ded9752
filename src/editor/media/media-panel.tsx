import { AlignCenter, AlignLeft, AlignRight, Download, ExternalLink, RefreshCw, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { AtomPanel } from '@/blocks/kit/atom-panel'
import type { BlockPanelProps } from '@/blocks/kit/living-kind'
import { useEditorValue } from '@/blocks/kit/use-editor-value'
import { fittingWidth, MOST_WORDS, numberOf, textOf, WIDTHS } from '@/blocks/media/attributes'
import { embedOf } from '@/blocks/media/embeds'
import { nameOf } from '@/blocks/media/figure'
import { type MediaKind, mediaUrl } from '@/blocks/media/media-url'
import { ownUndoStep } from '@/document'
import { t } from '@/shared/i18n'
import { Button, buttonClass } from '@/ui/button'
import { Field, Input } from '@/ui/field'
import { linkAddress } from '../core/link'
import { download } from './download'
import { MediaDialog } from './media-dialog'
import { uploadOf } from './uploads'
import './media-panel.css'

const KINDS = ['image', 'video', 'audio', 'file', 'mediaEmbed']

const ALIGN = [
  {
    id: 'left',
    get label() {
      return t('Align left')
    },
    Icon: AlignLeft,
  },
  {
    id: 'center',
    get label() {
      return t('Align center')
    },
    Icon: AlignCenter,
  },
  {
    id: 'right',
    get label() {
      return t('Align right')
    },
    Icon: AlignRight,
  },
] as const

/** Is there something to describe: a file that is kept, or one that stays in this tab? */
const hasFile = (attrs: Readonly<Record<string, unknown>>): boolean =>
  textOf(attrs, 'url') !== '' || uploadOf(textOf(attrs, 'placeholderId'))?.state === 'local'

interface Written {
  alt: string
  link: string
  name: string
  caption: string
  width: string
}

/**
 * What is asked of a block of media: without a file, which one; else how it is described, called, wide and aligned, and what is to
 * be done with the file. The keyboard comes here with Enter.
 */
export default function MediaPanel({ editor, host, pos, setAttributes, onClose, onDone }: BlockPanelProps) {
  const node = useEditorValue(editor, ({ state }) => {
    const found = state.doc.nodeAt(pos)
    return found && KINDS.includes(found.type.name) ? found : null
  })
  const [isReplacing, setReplacing] = useState(() => node !== null && !hasFile(node.attrs))
  const [before] = useState<Written>(() => ({
    alt: textOf(node?.attrs, 'alt'),
    link: textOf(node?.attrs, 'link'),
    name: textOf(node?.attrs, 'name'),
    caption: textOf(node?.attrs, 'caption'),
    width: String(numberOf(node?.attrs, 'width') ?? ''),
  }))
  const [written, setWritten] = useState(before)
  const [linkError, setLinkError] = useState('')
  if (!node) return null
  const kind = node.type.name as MediaKind
  if (isReplacing) return <MediaDialog editor={editor} host={host} pos={pos} kind={kind} onClose={onClose} />

  const url = mediaUrl(node.attrs.url) ?? ''
  const embed = kind === 'mediaEmbed' ? embedOf(url) : null
  const range = embed?.widths ?? WIDTHS[kind]
  const isSized = kind === 'image' || kind === 'video' || embed !== null
  const field = (name: keyof Written, label: string, hint?: string, error?: string) => (
    <Field label={label} hint={hint} error={error}>
      <Input
        maxLength={name === 'name' ? 500 : MOST_WORDS}
        inputMode={name === 'width' ? 'numeric' : undefined}
        value={written[name]}
        onChange={(event) => setWritten({ ...written, [name]: event.target.value })}
      />
    </Field>
  )
  /** Only what was changed here is written: others may have said something else of the rest meanwhile. */
  const keep = () => {
    const typed = Number.parseInt(written.width, 10)
    const width = typed > 0 ? fittingWidth(kind, typed, range) : null
    const link = written.link.trim() === '' ? '' : linkAddress(written.link)
    const changed = (['alt', 'link', 'name', 'caption', 'width'] as const).filter(
      (name) => written[name] !== before[name] && !(name === 'link' && link === null),
    )
    const values = { ...written, width, link }
    const changes = changed.map((name) => [name, values[name]] as const)
    setAttributes(KINDS, Object.fromEntries(changes))
  }
  const finish = () => {
    keep()
    onDone()
  }
  const remove = () => {
    const { state, view } = editor
    view.dispatch(ownUndoStep(state.tr).delete(pos, pos + node.nodeSize))
    onClose()
  }
  return (
    <AtomPanel
      editor={editor}
      pos={pos}
      label={t('Media settings')}
      className="media-panel"
      onCancel={onDone}
      onLeave={finish}
    >
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          const isWrong = written.link.trim() !== '' && linkAddress(written.link) === null
          if (isWrong && written.link !== before.link) setLinkError(t('Invalid URL'))
          else finish()
        }}
      >
        {kind === 'image' && field('alt', t('Alt text'), t('What it shows, for people who do not see it.'))}
        {kind !== 'image' && field('name', t('Name'))}
        {field('caption', t('Caption'))}
        {kind === 'image' &&
          field('link', t('Link'), t('Where a click on it leads on the published page.'), linkError)}
        {isSized &&
          field(
            'width',
            t('Width'),
            t('{min} to {max} pixels; empty: its own.', { min: range.min, max: range.max }),
          )}
        {isSized && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent
          <div role="group" aria-label={t('Alignment')} className="media-align">
            {ALIGN.map(({ id, label, Icon }) => (
              <button
                key={id}
                type="button"
                className="media-tool"
                aria-label={label}
                aria-pressed={node.attrs.align === id}
                title={label}
                onClick={() => setAttributes(KINDS, { align: id })}
              >
                <Icon aria-hidden size={16} />
              </button>
            ))}
          </div>
        )}
        <div className="media-actions">
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              keep()
              setReplacing(true)
            }}
          >
            <RefreshCw aria-hidden /> {t('Replace')}
          </Button>
          {kind !== 'mediaEmbed' && url && (
            <Button size="sm" variant="ghost" onClick={() => void download(url, nameOf(node.attrs))}>
              <Download aria-hidden /> {t('Download')}
            </Button>
          )}
          {url && (
            <a className={buttonClass('ghost', 'sm')} href={url} target="_blank" rel="noopener noreferrer">
              <ExternalLink aria-hidden /> {t('Open original')}
            </a>
          )}
          <Button size="sm" variant="ghost" onClick={remove}>
            <Trash2 aria-hidden /> {t('Remove')}
          </Button>
        </div>
        <div className="media-done">
          <Button size="sm" variant="primary" type="submit">
            {t('Done')}
          </Button>
        </div>
      </form>
    </AtomPanel>
  )
}
