import { AlignmentType, type FileChild, ImageRun } from 'docx'
import type { Block } from '@/blocks'
import { linkOf } from '@/blocks/media/attributes'
import { mediaUrl, nameInUrl } from '@/blocks/media/media-url'
import type { Picture } from '../format'
import { pictureSize } from './picture'
import { STYLES } from './styles'
import { idOf } from './write-styles'
import type { TextWriter } from './write-text'
import { cleanXml } from './xml-text'

const ALIGNMENTS: Readonly<Record<string, (typeof AlignmentType)[keyof typeof AlignmentType]>> = {
  left: AlignmentType.LEFT,
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
}

/** A picture as wide as on the page, at most `room` pixels, with its description and link; all else as a link. */
export function wordMedia(
  { kind, attributes = {} }: Block,
  pictures: ReadonlyMap<string, Picture>,
  room: number,
  text: TextWriter,
): FileChild[] {
  const url = mediaUrl(attributes.url)
  const alignment = ALIGNMENTS[String(attributes.align ?? 'center')] ?? AlignmentType.CENTER
  const caption = typeof attributes.caption === 'string' ? attributes.caption : ''
  const below = (isPicture: boolean) =>
    caption
      ? [
          text.paragraph({
            style: idOf(STYLES.caption),
            ...(isPicture && { alignment }),
            children: text.lines(caption),
          }),
        ]
      : []
  const bytes = kind === 'image' && url !== null ? pictures.get(url)?.bytes : undefined
  const size = bytes && pictureSize(bytes)
  if (bytes && size) {
    const wanted = Number(attributes.width ?? 0) || size.width
    const width = Math.max(1, Math.round(Math.min(wanted, room)))
    const picture = new ImageRun({
      type: size.type,
      data: bytes,
      transformation: { width, height: Math.max(1, Math.round((width * size.height) / size.width)) },
      altText: {
        name: cleanXml(String(attributes.name ?? '')),
        description: cleanXml(String(attributes.alt ?? '')),
        title: '',
      },
    })
    const tracked = text.tracked.around(picture, text.within)
    const link = linkOf(attributes)
    const shown = link ? text.links.to(link, [tracked]) : tracked
    return [
      text.paragraph({ alignment, ...(caption && { keepNext: true }), children: [shown] }),
      ...below(true),
    ]
  }
  if (url === null) return below(false)
  const words = String(attributes.name || attributes.alt || nameInUrl(url) || url)
  return [
    text.paragraph({ children: [text.links.to(url, text.lines(words, { style: 'Hyperlink' }))] }),
    ...below(false),
  ]
}
