import {
  AppWindow,
  FileText,
  Image,
  Music,
  RotateCcw,
  Trash2,
  Upload as UploadIcon,
  Video,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { BlockFrame } from '@/blocks/kit/block-program'
import { numberOf, textOf } from '@/blocks/media/attributes'
import { MEDIA_PANEL } from '@/blocks/media/define-media'
import { fileSize, type MediaKind } from '@/blocks/media/media-url'
import { t } from '@/shared/i18n'
import type { MediaProps } from './media-block'
import { cancelUpload, isInterrupted, isLocal, retryUpload, type Upload } from './uploads'

const ICONS: Readonly<Record<MediaKind, typeof Image>> = {
  image: Image,
  video: Video,
  audio: Music,
  file: FileText,
  mediaEmbed: AppWindow,
}

const ADD: Readonly<Record<MediaKind, string>> = {
  image: 'Add an image',
  video: 'Add a video',
  audio: 'Add audio',
  file: 'Add a file',
  mediaEmbed: 'Embed a video, a map, a design …',
}

const NOTHING: Readonly<Record<MediaKind, string>> = {
  image: 'No image yet',
  video: 'No video yet',
  audio: 'No audio yet',
  file: 'No file yet',
  mediaEmbed: 'Nothing embedded yet',
}

/** A block of media that has nothing yet: pressing it asks for a file or an address. */
export function Empty({ frame, kind, isEditable }: MediaProps & { kind: MediaKind }) {
  const Icon = ICONS[kind]
  if (!isEditable)
    return (
      <p className="media-card media-empty">
        <Icon aria-hidden size={18} /> {NOTHING[kind]}
      </p>
    )
  return (
    <button
      type="button"
      className="media-card media-empty"
      aria-haspopup="dialog"
      onClick={() => frame.openPanel(MEDIA_PANEL)}
    >
      <Icon aria-hidden size={18} /> {ADD[kind]}
    </button>
  )
}

/** Takes the block away; undo brings it back. */
export function removeBlock(frame: BlockFrame): void {
  const pos = frame.pos()
  if (pos === undefined || !frame.view.editable) return
  const { view } = frame
  view.dispatch(view.state.tr.delete(pos, pos + frame.node().nodeSize))
  view.focus()
}

function Tool({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <button type="button" className="media-tool" aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  )
}

/** What is said of a file that this tab does not have. */
function absence(id: string, isEditable: boolean): string {
  if (isLocal(id)) return t('It was in the tab only and not uploaded. Sign in to keep files.')
  if (isInterrupted(id))
    return isEditable
      ? t('The upload was interrupted. Choose the file again.')
      : t('The upload was interrupted.')
  return t('Not here yet: the upload is still going on elsewhere, or it was interrupted.')
}

/**
 * A file on its way: how far it is, and a way to stop it; why it failed, and a way to try again; or, in another tab and after
 * a reload, what is known of it (product.md 4.6).
 */
export function Waiting({
  frame,
  node,
  kind,
  isEditable,
  upload,
}: MediaProps & { kind: MediaKind; upload: Upload | null }) {
  const Icon = ICONS[kind]
  const id = textOf(node.attrs, 'placeholderId')
  const name = textOf(node.attrs, 'name') || t('File')
  const size = numberOf(node.attrs, 'size')
  const isRunning = upload !== null && upload.state !== 'failed'
  const percent = Math.round((upload?.share ?? 0) * 100)
  const cancel = () => {
    cancelUpload(id)
    removeBlock(frame)
  }
  const words = !upload
    ? absence(id, isEditable)
    : upload.state === 'failed'
      ? upload.error
      : upload.state === 'waiting'
        ? t('Waiting')
        : `${percent} %`
  return (
    <>
      {kind === 'image' && isRunning && (
        <img className="media-preview" src={upload.preview} alt="" draggable={false} />
      )}
      <div className="media-card media-waiting" data-state={upload?.state ?? 'absent'}>
        <Icon aria-hidden size={18} />
        <span className="media-card-text">
          <span className="media-card-name">{name}</span>
          <span className="media-card-note" role={upload?.state === 'failed' ? 'alert' : undefined}>
            {size !== null && `${fileSize(size)} · `}
            {words}
          </span>
        </span>
        {/* On a page that was locked meanwhile the block has to stay, and so its file comes; it is entered when the lock goes. */}
        {isRunning && isEditable && (
          <Tool label={t('Cancel the upload of {name}', { name })} onClick={cancel}>
            <X aria-hidden size={16} />
          </Tool>
        )}
        {upload?.state === 'failed' && (
          <Tool label={t('Try again to upload {name}', { name })} onClick={() => retryUpload(id)}>
            <RotateCcw aria-hidden size={16} />
          </Tool>
        )}
        {!isRunning && isEditable && (
          <>
            {!upload && (
              <Tool label={t('Choose the file again')} onClick={() => frame.openPanel(MEDIA_PANEL)}>
                <UploadIcon aria-hidden size={16} />
              </Tool>
            )}
            <Tool label={t('Remove {name}', { name })} onClick={cancel}>
              <Trash2 aria-hidden size={16} />
            </Tool>
          </>
        )}
        {isRunning && (
          <span
            className="media-progress"
            role="progressbar"
            aria-label={t('Upload of {name}', { name })}
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            style={{ inlineSize: `${percent}%` }}
          />
        )}
      </div>
    </>
  )
}
