import {
  AppWindow,
  FileText,
  Image,
  type LucideIcon,
  Music,
  Pause,
  Play,
  RotateCcw,
  Trash2,
  Video,
  X,
} from 'lucide-react'
import type { BlockFrame } from '@/blocks/kit/block-program'
import { numberOf, textOf } from '@/blocks/media/attributes'
import { MEDIA_PANEL } from '@/blocks/media/define-media'
import { fileSize, type MediaKind, mediaUrl } from '@/blocks/media/media-url'
import { ownUndoStep } from '@/document'
import { t } from '@/shared/i18n'
import { AbsentUpload } from './absent-upload'
import { keepFile } from './insert-media'
import type { KeptUpload } from './kept-uploads'
import type { MediaProps } from './media-block'
import { Tool } from './tool'
import { cancelUpload, pauseUpload, resumeUpload, retryUpload, type Upload, uploadNamed } from './uploads'

const ICONS: Readonly<Record<MediaKind, LucideIcon>> = {
  image: Image,
  video: Video,
  audio: Music,
  file: FileText,
  mediaEmbed: AppWindow,
}

const ADD: Readonly<Record<MediaKind, string>> = {
  get image() {
    return t('Add an image')
  },
  get video() {
    return t('Add a video')
  },
  get audio() {
    return t('Add audio')
  },
  get file() {
    return t('Add a file')
  },
  get mediaEmbed() {
    return t('Embed a video, a map, a design …')
  },
}

const NOTHING: Readonly<Record<MediaKind, string>> = {
  get image() {
    return t('No image yet')
  },
  get video() {
    return t('No video yet')
  },
  get audio() {
    return t('No audio yet')
  },
  get file() {
    return t('No file yet')
  },
  get mediaEmbed() {
    return t('Nothing embedded yet')
  },
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
  view.dispatch(ownUndoStep(view.state.tr).delete(pos, pos + frame.node().nodeSize))
  view.focus()
}

/** Does another block of the page wait for the same file, as a copy does? */
function hasCopy(frame: BlockFrame): boolean {
  const placeholder = textOf(frame.node().attrs, 'placeholderId')
  let count = 0
  frame.view.state.doc.descendants((node) => {
    if (node.attrs.placeholderId === placeholder) count++
  })
  return count > 1
}

/** How far a file on its way is, in words. */
function wordsOf({ state, error, isCut, share }: Upload): string {
  if (state === 'failed') return error
  if (state === 'paused') return t('Paused at {percent} %', { percent: percentOf(share) })
  if (isCut) return t('Waiting for the connection')
  return state === 'waiting' ? t('Waiting') : `${percentOf(share)} %`
}

const percentOf = (share: number) => Math.round(share * 100)

/**
 * A file on its way: how far it is, and a way to pause and to stop it; why it failed, and a way to try again; or, in another tab and after
 * a reload, what is known of it (product.md 4.6).
 */
export function Waiting(
  props: MediaProps & {
    kind: MediaKind
    upload: Upload | null
    /** What this browser knows of one that was cut off. */
    left?: Pick<KeptUpload, 'name' | 'size'>
  },
) {
  const { frame, node, kind, isEditable, upload, left } = props
  const Icon = ICONS[kind]
  const placeholder = textOf(node.attrs, 'placeholderId')
  const id = uploadNamed(placeholder)
  // Of one that is to take the place of another the block still says that one's name.
  const name = upload?.file.name || left?.name || textOf(node.attrs, 'name') || t('File')
  const size = upload?.file.size ?? left?.size ?? numberOf(node.attrs, 'size')
  const isRunning = upload !== null && upload.state !== 'failed'
  const isPaused = upload?.state === 'paused'
  const percent = percentOf(upload?.share ?? 0)
  const cancel = () => {
    if (!hasCopy(frame)) cancelUpload(id)
    if (mediaUrl(node.attrs.url) === null) return removeBlock(frame)
    const pos = frame.pos()
    if (pos === undefined) return
    const { view } = frame
    view.dispatch(keepFile(view.state.tr, pos).setMeta('addToHistory', false))
    view.focus()
  }
  if (!upload) return <AbsentUpload key={id} {...props} icon={Icon} name={name} size={size} remove={cancel} />
  return (
    <>
      {kind === 'image' && isRunning && (
        <img className="media-preview" src={upload.preview} alt="" draggable={false} />
      )}
      <div className="media-card media-waiting" data-state={upload.state}>
        <Icon aria-hidden size={18} />
        <span className="media-card-text">
          <span className="media-card-name">{name}</span>
          <span className="media-card-note" role={upload.state === 'failed' ? 'alert' : undefined}>
            {size !== null && `${fileSize(size)} · `}
            {wordsOf(upload)}
          </span>
        </span>
        {/* On a page that was locked meanwhile the block has to stay, and so its file comes; it is entered when the lock goes. */}
        {isRunning && isEditable && (
          <>
            {isPaused ? (
              <Tool label={t('Resume the upload of {name}', { name })} onClick={() => resumeUpload(id)}>
                <Play aria-hidden size={16} />
              </Tool>
            ) : (
              <Tool label={t('Pause the upload of {name}', { name })} onClick={() => pauseUpload(id)}>
                <Pause aria-hidden size={16} />
              </Tool>
            )}
            <Tool label={t('Cancel the upload of {name}', { name })} onClick={cancel}>
              <X aria-hidden size={16} />
            </Tool>
          </>
        )}
        {upload.state === 'failed' && (
          <Tool label={t('Try again to upload {name}', { name })} onClick={() => retryUpload(id)}>
            <RotateCcw aria-hidden size={16} />
          </Tool>
        )}
        {!isRunning && isEditable && (
          <Tool label={t('Remove {name}', { name })} onClick={cancel}>
            <Trash2 aria-hidden size={16} />
          </Tool>
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
