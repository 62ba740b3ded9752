import type { DOMOutputSpec, Node as PMNode } from '@tiptap/pm/model'
import { t } from '@/shared/i18n'
import { onBlock } from '../kit/action'
import { type BlockDefinition, blockData, defineBlock, type InsertEntry } from '../kit/define-block'
import { linkAttributes } from '../kit/link-attributes'
import { imageAttributes, linkOf, mediaAttributes, textOf, wordsOfMedia } from './attributes'
import { nameOf, widthOf } from './figure'
import { mediaRules } from './media-html'
import { type MediaKind, mediaUrl } from './media-url'

/** The panel in which media is chosen, and its name, width and place are set. */
export const MEDIA_PANEL = 'media'

interface MediaInput {
  kind: MediaKind
  insert: Omit<InsertEntry, 'group' | 'turnsInto' | 'panel'>
  /** The element that other programs show it with. */
  tag?: 'img' | 'video' | 'audio' | 'iframe'
}

/** The element in which media is copied and first shown: a picture is one, everything else a link to it. */
function element(kind: MediaKind, { attrs }: PMNode): DOMOutputSpec {
  const shape = kind === 'image' ? imageAttributes : mediaAttributes
  const { width } = widthOf(kind, attrs)
  const outer = {
    class: 'media',
    ...blockData(kind, shape, attrs),
    ...(width === undefined ? {} : { style: `width: ${width}` }),
  }
  const url = mediaUrl(attrs.url)
  const caption = textOf(attrs, 'caption')
  const line: DOMOutputSpec[] = caption ? [['figcaption', caption]] : []
  if (url === null) return ['figure', outer, ...line]
  if (kind !== 'image') return ['figure', outer, ['a', { href: url }, nameOf(attrs) || url], ...line]
  const [wide, high] = [attrs.initialWidth, attrs.initialHeight]
  const size =
    wide && high
      ? { width: String(wide), height: String(high), style: `aspect-ratio: ${wide} / ${high}` }
      : {}
  // Lazy comes first: the others would begin to fetch it.
  const picture = {
    loading: 'lazy',
    referrerpolicy: 'no-referrer',
    alt: textOf(attrs, 'alt'),
    ...size,
    src: url,
  }
  const link = linkAttributes(linkOf(attrs))
  return ['figure', outer, link ? ['a', { ...link }, ['img', picture]] : ['img', picture], ...line]
}

/** A kind of media: alike in what it knows, how it is inserted, copied, exported and shown. */
export function defineMedia({ kind, insert, tag }: MediaInput): BlockDefinition {
  return defineBlock({
    kind,
    content: 'none',
    attributes: kind === 'image' ? imageAttributes : mediaAttributes,
    insert: [
      {
        ...insert,
        get label() {
          return insert.label
        },
        group: 'Media',
        turnsInto: false,
        panel: MEDIA_PANEL,
      },
    ],
    actions: [
      {
        id: `${kind}.download`,
        get label() {
          return t('Download')
        },
        icon: 'download',
        keywords: ['save', 'file', 'original'],
        places: { blockMenu: { group: 'Actions' } },
        command: onBlock(
          kind,
          ({ attrs }, { download }) => download(mediaUrl(attrs.url) ?? '', nameOf(attrs)),
          ({ attrs }) => kind !== 'mediaEmbed' && mediaUrl(attrs.url) !== null,
        ),
      },
      {
        id: `${kind}.replace`,
        get label() {
          return t('Replace')
        },
        icon: 'upload',
        keywords: ['change', 'upload', 'url', 'other'],
        places: { blockMenu: { group: 'Actions' } },
        command: onBlock(kind, (_node, { openPanel }) => openPanel(MEDIA_PANEL)),
      },
    ],
    plainText: (block) => wordsOfMedia(block.attributes),
    html: { rules: tag ? mediaRules(tag) : [], render: () => ({ tag: 'figure' }) },
    markdown: 'apart',
    editing: { renderHTML: ({ node }) => element(kind, node) },
  })
}
