import type { Node as PMNode } from '@tiptap/pm/model'
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  BookmarkPlus,
  Captions,
  Download,
  Ellipsis,
  ExternalLink,
  Maximize2,
} from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { BlockFrame } from '@/blocks/kit/block-program'
import { numberOf } from '@/blocks/media/attributes'
import { MEDIA_PANEL } from '@/blocks/media/define-media'
import { nameOf } from '@/blocks/media/figure'
import type { MediaKind } from '@/blocks/media/media-url'
import { t } from '@/shared/i18n'
import { cn } from '@/ui/cn'
import { keyInRow } from '@/ui/key-in-row'
import { useStore } from '@/ui/use-store'
import { addMarker } from './add-marker'
import { download } from './download'
import { openPicture } from './open-picture'
import { setAttribute } from './set-attribute'
import { transcriber } from './transcriber'

interface ToolsProps {
  frame: BlockFrame
  node: PMNode
  kind: MediaKind
  url: string
  isSelected: boolean
}

/** Pixels that the tools and both handles need beside each other. */
const WIDE = 260

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

/** Arrow keys go from one tool to the next, Escape back into the text. */
function onKeyDown(event: KeyboardEvent<HTMLElement>, frame: BlockFrame): void {
  if (event.key === 'Escape') {
    event.preventDefault()
    frame.view.focus()
    return
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[keyInRow(event)]
  if (step === undefined) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = all.indexOf(document.activeElement as HTMLElement)
  all[(at + step + all.length) % all.length]?.focus()
}

/** What can be done with a picture, a file …: shown when one points at it, selects it or comes to it with Tab. */
export function MediaTools({ frame, node, kind, url, isSelected }: ToolsProps) {
  const canMove = kind !== 'file' && kind !== 'audio'
  const isFile = kind !== 'mediaEmbed'
  const transcribe = useStore(transcriber)
  const isNarrow =
    canMove && (numberOf(node.attrs, 'width') ?? numberOf(node.attrs, 'initialWidth') ?? WIDE) < WIDE
  return (
    <div
      role="toolbar"
      aria-label={t('Tools of {nameOf}', { nameOf: nameOf(node.attrs) || kind })}
      className={cn('media-tools', isSelected && 'is-shown', isNarrow && 'is-above')}
      onKeyDown={(event) => onKeyDown(event, frame)}
    >
      {canMove &&
        ALIGN.map(({ id, label, Icon }) => (
          <button
            key={id}
            type="button"
            className="media-tool"
            aria-label={label}
            title={label}
            aria-pressed={node.attrs.align === id}
            onClick={() => setAttribute(frame, 'align', id)}
          >
            <Icon aria-hidden size={16} />
          </button>
        ))}
      {kind === 'image' && <FullView frame={frame} />}
      {(kind === 'audio' || kind === 'video') && (
        <button
          type="button"
          className="media-tool"
          aria-label={t('Add marker')}
          title={t('Add marker')}
          aria-keyshortcuts="M"
          onClick={() => addMarker(frame)}
        >
          <BookmarkPlus aria-hidden size={16} />
        </button>
      )}
      {transcribe && (kind === 'audio' || kind === 'video') && (
        <button
          type="button"
          className="media-tool"
          aria-label={t('Transcribe')}
          title={t('Transcribe')}
          onClick={() => transcribe(frame.view, String(node.attrs.id))}
        >
          <Captions aria-hidden size={16} />
        </button>
      )}
      {isFile ? (
        <button
          type="button"
          className="media-tool"
          aria-label={t('Download')}
          title={t('Download')}
          onClick={() => void download(url, nameOf(node.attrs))}
        >
          <Download aria-hidden size={16} />
        </button>
      ) : (
        <a
          className="media-tool"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('Open original')}
          title={t('Open original')}
        >
          <ExternalLink aria-hidden size={16} />
        </a>
      )}
      <button
        type="button"
        className="media-tool"
        aria-label={t('More')}
        title={t('More')}
        aria-haspopup="dialog"
        onClick={() => frame.openPanel(MEDIA_PANEL)}
      >
        <Ellipsis aria-hidden size={16} />
      </button>
    </div>
  )
}

/** Shows a picture over everything. */
export const FullView = ({ frame }: { frame: BlockFrame }) => (
  <button
    type="button"
    className="media-tool"
    aria-label={t('Full view')}
    title={t('Full view')}
    aria-haspopup="dialog"
    onClick={() => void openPicture(frame)}
  >
    <Maximize2 aria-hidden size={16} />
  </button>
)
