import type { Node as PMNode } from '@tiptap/pm/model'
import { type ReactNode, useEffect, useState } from 'react'
import type { BlockFrame } from '@/blocks/kit/block-program'
import { textOf } from '@/blocks/media/attributes'
import { type Embed, embedOf } from '@/blocks/media/embeds'
import { roomOf } from '@/blocks/media/figure'
import { type MediaKind, mediaUrl } from '@/blocks/media/media-url'
import { softly, sourcesOf } from '@/blocks/media/previews'
import { t } from '@/shared/i18n'
import { CaptionField } from './caption-field'
import { EmbedPart } from './embed-part'
import { FileCard } from './file-card'
import { absentUpload, type KeptUpload } from './kept-uploads'
import { MarkerList } from './marker-list'
import { FullView, MediaTools } from './media-tools'
import { openPicture } from './open-picture'
import { Player } from './player'
import { ResizeHandles } from './resize-handles'
import { Transcript } from './transcript'
import { type Upload, uploadNamed } from './uploads'
import { useSettledUpload, useUpload } from './use-upload'
import { Empty, Waiting } from './waiting'

export interface MediaProps {
  frame: BlockFrame
  node: PMNode
  isEditable: boolean
}

/** What a person is told when a picture cannot be shown (product.md 8.6). */
const NO_IMAGE = () => t("Couldn't load this image. The URL might be invalid or inaccessible.")

function Picture({ frame, node, url, isEditable }: MediaProps & { url: string }) {
  const [failed, setFailed] = useState<string | null>(null)
  if (failed === url)
    return (
      <p className="media-missing" role="note">
        {NO_IMAGE()}{' '}
        <button type="button" className="media-text-button" onClick={() => setFailed(null)}>
          {t('Try again')}
        </button>
      </p>
    )
  const { attrs } = node
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tools of the picture have a button for it
    <img
      loading={'lazy'}
      decoding="async"
      draggable={false}
      referrerPolicy="no-referrer"
      // The author has to hear that a picture is here, even one that nobody has described.
      alt={textOf(attrs, 'alt') || textOf(attrs, 'name')}
      {...sourcesOf(attrs)}
      src={url}
      width={attrs.initialWidth ?? undefined}
      height={attrs.initialHeight ?? undefined}
      style={{ ...roomOf(attrs), ...softly(attrs) }}
      onError={() => setFailed(url)}
      onClick={() => !isEditable && void openPicture(frame)}
      onDoubleClick={() => void openPicture(frame)}
    />
  )
}

function part(kind: MediaKind, url: string, embed: Embed | null, props: MediaProps): ReactNode {
  switch (kind) {
    case 'image':
      return <Picture key={url} {...props} url={url} />
    case 'video':
    case 'audio':
      return <Player key={url} kind={kind} url={url} node={props.node} />
    case 'file':
      return <FileCard url={url} node={props.node} />
    case 'mediaEmbed':
      return <EmbedPart embed={embed} url={url} node={props.node} />
  }
}

/** Where a file is shown from while it stays in this tab. */
const localUrl = (upload: Upload | null): string | null =>
  upload?.state === 'local' ? (upload.info?.url ?? upload.preview) : null

/**
 * Below a file that was to be replaced: the other one, whose upload this browser began and which was cut off, such as by loading the page
 * anew. Others go on seeing the file that is there.
 */
function LeftReplacement(props: MediaProps & { kind: MediaKind }) {
  const placeholder = textOf(props.node.attrs, 'placeholderId')
  const [left, setLeft] = useState<{ placeholder: string; kept: KeptUpload } | null>(null)
  useEffect(() => {
    let isGone = false
    if (placeholder !== '')
      void absentUpload(uploadNamed(placeholder)).then((found) => {
        if (!isGone && found.state === 'broken-off') setLeft({ placeholder, kept: found.kept })
      })
    return () => {
      isGone = true
    }
  }, [placeholder])
  return left?.placeholder === placeholder ? <Waiting {...props} upload={null} left={left.kept} /> : null
}

/** A block of media: nothing yet, a file on its way, or what there is, with its tools, its width and its caption. */
export function MediaBlock({ isSelected, ...props }: MediaProps & { isSelected: boolean }) {
  const { frame, node, isEditable } = props
  const kind = node.type.name as MediaKind
  const upload = useUpload(textOf(node.attrs, 'placeholderId'))
  useSettledUpload(frame, upload, isEditable)
  const local = localUrl(upload)
  const url = local ?? mediaUrl(node.attrs.url)
  // One that is to take the place of another is on its way: in other browsers that one is shown until it is there.
  const isReplacing = upload !== null && upload.state !== 'local' && upload.state !== 'done'
  if (url === null || isReplacing)
    return textOf(node.attrs, 'placeholderId') ? (
      <Waiting {...props} kind={kind} upload={upload} />
    ) : (
      <Empty {...props} kind={kind} />
    )
  const embed = kind === 'mediaEmbed' ? embedOf(url) : null
  const canResize = isEditable && (kind === 'image' || kind === 'video' || embed !== null)
  return (
    <>
      <div className="media-frame-box">
        {part(kind, url, embed, props)}
        {!isEditable && kind === 'image' && (
          // A press on the picture does it; this is for the keyboard.
          <div className="media-tools">
            <FullView frame={frame} />
          </div>
        )}
        {isEditable && <MediaTools frame={frame} node={node} kind={kind} url={url} isSelected={isSelected} />}
        {canResize && <ResizeHandles frame={frame} node={node} kind={kind} range={embed?.widths} />}
      </div>
      {isEditable && upload === null && <LeftReplacement {...props} kind={kind} />}
      {local !== null && (
        <p className="media-note" role="note">
          {t('Not uploaded: sign in to keep')}
        </p>
      )}
      {(kind === 'audio' || kind === 'video') && (
        <>
          <MarkerList frame={frame} node={node} isEditable={isEditable} />
          <Transcript frame={frame} node={node} isEditable={isEditable} />
        </>
      )}
      <CaptionField frame={frame} node={node} isEditable={isEditable} isSelected={isSelected} />
    </>
  )
}
