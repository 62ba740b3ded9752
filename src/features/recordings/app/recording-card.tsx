import {
  Camera,
  CornerDownLeft,
  Download,
  GripVertical,
  Image,
  Link2,
  Mic,
  Monitor,
  Pencil,
  Trash2,
} from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { failureWords, rpc } from '@/app/rpc'
import { fileSize } from '@/blocks/media/media-url'
import { useDragIn } from '@/editor/drag-in'
import { download } from '@/editor/media/download'
import { t } from '@/shared/i18n'
import { IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { copyText } from '@/ui/copy-text'
import { Input } from '@/ui/field'
import { useFormats } from '@/ui/formats'
import { toast } from '@/ui/toast'
import { RECORDINGS, type Recording } from '../model'
import { insertRecording } from './insert-recording'
import { clock, typeWords } from './recording-words'
import { recordingsChanged } from './use-recordings'

const ICONS = { screen: Monitor, audio: Mic, camera: Camera, screenshot: Image }

export interface RecordingCardProps {
  recording: Recording
  /** There is a page on the screen that it can be put into. */
  canInsert: boolean
  onInserted(): void
  /** It is being dragged into the page: what stands over that makes room. */
  onDragging(isDragging: boolean): void
}

/** One recording of the library, with what can be done with it (product.md 2.39). */
export function RecordingCard({ recording, canInsert, onInserted, onDragging }: RecordingCardProps) {
  const { title, type, thumbnail, duration, size, url, createdAt, metadata } = recording
  const { dateTime } = useFormats()
  const [isRenaming, setIsRenaming] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const Icon = ICONS[type]
  const insert = (place?: number) => {
    if (insertRecording(recording, place)) onInserted()
  }
  const drag = useDragIn({ preview: '.recording-preview', onDragging, onDrop: insert })
  const remove = async () => {
    try {
      await rpc.recording.delete.mutate({ id: recording.id })
      toast.success(t('Recording deleted'))
    } catch (error) {
      toast.error(failureWords(error, t('Failed to delete recording')))
    } finally {
      await recordingsChanged()
    }
  }
  return (
    <article
      aria-label={title}
      className="flex flex-col overflow-hidden rounded-popover border border-border bg-bg"
    >
      <a
        href={url}
        target="_blank"
        rel="noopener"
        aria-label={t('Open {title}', { title })}
        className="recording-preview relative flex aspect-video overflow-hidden items-center justify-center bg-surface text-text-faint outline-offset-[-2px]"
      >
        {thumbnail ? (
          <img
            src={thumbnail}
            alt=""
            draggable={false}
            className="absolute inset-0 size-full object-contain"
          />
        ) : (
          <Icon aria-hidden className="size-8" />
        )}
        {type !== 'screenshot' && (
          <span className="absolute end-1.5 bottom-1.5 rounded-control bg-surface-raised px-1.5 py-0.5 text-xs text-text tabular-nums">
            {clock(duration)}
          </span>
        )}
      </a>
      <div className="flex min-w-0 flex-col gap-1 p-2.5">
        {isRenaming ? (
          <Rename recording={recording} onClose={() => setIsRenaming(false)} />
        ) : (
          <p className="truncate font-medium" title={title}>
            {title}
          </p>
        )}
        <p className="flex items-center gap-1.5 truncate text-xs text-text-muted">
          <Icon aria-hidden className="size-3.5 shrink-0" />
          {[typeWords(type), fileSize(size), metadata.resolution].filter(Boolean).join(' · ')}
        </p>
        <p className="text-xs text-text-muted">{dateTime(createdAt)}</p>
        <div className="-mx-1 flex flex-wrap">
          {canInsert && (
            <>
              <IconButton label={t('Insert “{title}”', { title })} onClick={() => insert()}>
                <CornerDownLeft aria-hidden />
              </IconButton>
              {/* The keyboard inserts with the button beside it. */}
              <span
                aria-hidden
                className="inline-flex size-7 cursor-grab touch-none items-center justify-center rounded-control text-text-muted hover:bg-hover coarse:size-11 [&_svg]:size-4"
                onPointerDown={drag}
              >
                <GripVertical />
              </span>
            </>
          )}
          <IconButton
            label={t('Download “{title}”', { title })}
            onClick={() => void download(url, decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)))}
          >
            <Download aria-hidden />
          </IconButton>
          <IconButton
            label={t('Copy link to “{title}”', { title })}
            onClick={() =>
              void copyText(
                new URL(url, location.href).href,
                t('Link copied. It opens for you, and for people who see a page with this recording.'),
                t('Open the recording and copy its address.'),
              )
            }
          >
            <Link2 aria-hidden />
          </IconButton>
          <IconButton label={t('Rename “{title}”', { title })} onClick={() => setIsRenaming(true)}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={t('Delete “{title}”', { title })} onClick={() => setIsAsking(true)}>
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('Delete “{title}”?', { title })}
        description={t('It leaves your library for good. Pages that show it keep it.')}
        confirmLabel={t('Delete')}
        danger
        onConfirm={remove}
      />
    </article>
  )
}

/** Gives it another title where that stands: Enter saves, Escape leaves it. Empty or as it was changes nothing (product.md 5.8). */
function Rename({ recording: { id, title }, onClose }: { recording: Recording; onClose(): void }) {
  const [typed, setTyped] = useState(title)
  const [isBusy, setIsBusy] = useState(false)
  // The field loses the focus, too, when it is left with Escape.
  const isLeft = useRef(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || isLeft.current) return
    const next = typed.trim()
    if (next === '' || next === title) return onClose()
    setIsBusy(true)
    try {
      await rpc.recording.rename.mutate({ id, title: next })
      await recordingsChanged()
      onClose()
    } catch (error) {
      toast.error(failureWords(error, t('Failed to rename recording')))
      setIsBusy(false)
      await recordingsChanged()
    }
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // The window stays open.
    event.stopPropagation()
    isLeft.current = true
    onClose()
  }
  return (
    <form onSubmit={(event) => void save(event)}>
      <Input
        autoFocus
        aria-label={t('Title')}
        value={typed}
        maxLength={RECORDINGS.title}
        disabled={isBusy}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={({ target }) => target.select()}
        onKeyDown={press}
        onBlur={(event) => void save(event)}
      />
    </form>
  )
}
