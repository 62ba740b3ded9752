import { type ReactNode, useContext } from 'react'
import { t } from '@/shared/i18n'
import { cleanAttributes } from '../kit/attributes'
import { blockData, type StaticProps } from '../kit/define-block'
import { linkAttributes } from '../kit/link-attributes'
import { type Paper, PaperContext } from '../kit/paper'
import { StaticPartsContext } from '../kit/static-parts'
import { imageAttributes, linkOf, mediaAttributes, numberOf, textOf } from './attributes'
import { type Embed, embedOf, FRAME_ALLOW, FRAME_SANDBOX } from './embeds'
import { nameOf, roomOf, widthOf } from './figure'
import { fileSize, type MediaKind, mediaUrl } from './media-url'
import { NoMediaContext } from './no-media'
import { posterOf, softly, sourcesOf } from './previews'

type Given = Readonly<Record<string, unknown>> | undefined

/** The words in place of a file that is not there. */
function Missing({ attributes, kind }: { attributes: Given; kind: MediaKind }) {
  const name = textOf(attributes, 'name')
  return (
    <p className="media-missing">
      {textOf(attributes, 'placeholderId')
        ? t('{name} is not uploaded yet', { name: name || t('A file') })
        : name || EMPTY[kind]}
    </p>
  )
}

const EMPTY: Readonly<Record<MediaKind, string>> = {
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

/** A file as a card: its name and size, to be downloaded. */
function FileCard({ url, attributes }: { url: string; attributes: Given }) {
  const size = numberOf(attributes, 'size')
  const isOurs = attributes?.isUpload === true
  return (
    <a
      className="media-card"
      href={url}
      {...(isOurs ? { download: textOf(attributes, 'name') } : { target: '_blank' })}
      rel="noopener noreferrer"
    >
      <span className="media-card-name">{nameOf(attributes)}</span>
      {size !== null && <span className="media-card-note">{fileSize(size)}</span>}
    </a>
  )
}

/** An address whose page is not shown here: only a link. */
function LinkCard({ url, attributes }: { url: string; attributes: Given }) {
  return (
    <a className="media-card" href={url} target="_blank" rel="noopener noreferrer nofollow">
      <span className="media-card-name">{textOf(attributes, 'name') || url}</span>
      <span className="media-card-note">{textOf(attributes, 'name') ? url : t('Link')}</span>
    </a>
  )
}

/** Somebody else's player, shut off from the page by everything that a browser offers. */
export function EmbedFrame({ embed, title, src = embed.src }: { embed: Embed; title: string; src?: string }) {
  return (
    <iframe
      className="media-frame"
      title={title}
      src={src}
      loading={'lazy'}
      sandbox={FRAME_SANDBOX}
      allow={FRAME_ALLOW}
      referrerPolicy="strict-origin-when-cross-origin"
      style={embed.ratio ? { aspectRatio: String(embed.ratio) } : { height: embed.height }}
    />
  )
}

/** A picture; `src` is where its bytes are. One on paper has to be there before the page is drawn. */
function Picture({
  src,
  attributes,
  isOnPaper = false,
}: {
  src: string
  attributes: Given
  isOnPaper?: boolean
}) {
  // In a file that was exported the picture is inside, and its smaller ones are not.
  const isOwn = !isOnPaper && src === attributes?.url
  const picture = (
    <img
      {...(isOnPaper ? {} : { loading: 'lazy', decoding: 'async' })}
      referrerPolicy="no-referrer"
      alt={textOf(attributes, 'alt')}
      {...(isOwn ? sourcesOf(attributes) : {})}
      src={src}
      width={numberOf(attributes, 'initialWidth') ?? undefined}
      height={numberOf(attributes, 'initialHeight') ?? undefined}
      style={isOnPaper ? roomOf(attributes) : { ...roomOf(attributes), ...softly(attributes) }}
    />
  )
  const link = linkAttributes(linkOf(attributes))
  return link ? <a {...link}>{picture}</a> : picture
}

/** What paper shows: pictures, and for everything else where it is to be found. */
function onPaper(kind: MediaKind, url: string, attributes: Given, paper: Paper): ReactNode {
  const picture = kind === 'image' ? paper.picture(url) : null
  if (picture !== null) return <Picture src={picture} attributes={attributes} isOnPaper />
  if (kind === 'file' || attributes?.isUpload === true) return <FileCard url={url} attributes={attributes} />
  return <LinkCard url={url} attributes={attributes} />
}

function content(kind: MediaKind, url: string, attributes: Given): ReactNode {
  switch (kind) {
    case 'image':
      return <Picture src={url} attributes={attributes} />
    case 'video':
      return (
        // biome-ignore lint/a11y/useMediaCaption: what people bring along has none
        <video
          controls
          preload="metadata"
          playsInline
          poster={url === attributes?.url ? posterOf(attributes) : undefined}
          src={url}
          aria-label={nameOf(attributes)}
          style={roomOf(attributes)}
        />
      )
    case 'audio':
      return (
        <>
          <span className="media-card-name">{nameOf(attributes)}</span>
          {/* biome-ignore lint/a11y/useMediaCaption: what people bring along has none */}
          <audio controls preload="metadata" src={url} aria-label={nameOf(attributes)} />
        </>
      )
    case 'file':
      return <FileCard url={url} attributes={attributes} />
    case 'mediaEmbed': {
      const embed = embedOf(url)
      if (!embed) return <LinkCard url={url} attributes={attributes} />
      return (
        <EmbedFrame
          embed={embed}
          title={textOf(attributes, 'name') || t('{provider} embed', { provider: embed.provider })}
        />
      )
    }
  }
}

/** Media in a read-only page: what any browser shows by itself, without a script. */
export const staticMedia = (kind: MediaKind) =>
  function StaticMedia({ block }: StaticProps): ReactNode {
    const isOff = useContext(NoMediaContext)
    const paper = useContext(PaperContext)
    const bytesAt = useContext(StaticPartsContext)?.bytesAt
    if (isOff) return null
    const shape = kind === 'image' ? imageAttributes : mediaAttributes
    const attributes = cleanAttributes(shape, block.attributes ?? {})
    const url = mediaUrl(attributes.url)
    const caption = textOf(attributes, 'caption')
    return (
      <figure
        {...blockData(kind, shape, { ...block.attributes, id: block.id })}
        className="media"
        style={widthOf(kind, attributes)}
      >
        {url === null ? (
          <Missing kind={kind} attributes={attributes} />
        ) : paper ? (
          onPaper(kind, url, attributes, paper)
        ) : (
          content(kind, kind === 'mediaEmbed' ? url : (bytesAt?.(url) ?? url), attributes)
        )}
        {caption && <figcaption>{caption}</figcaption>}
      </figure>
    )
  }
