import type { Block, Json } from '@/blocks'
import { mapNoteLinks } from '@/blocks/footnote/note-links'
import { linkOf } from '@/blocks/media/attributes'
import { pageIdOf } from '@/shared/page-address'
import { sharedHead } from '@/shared/shared-ends'

/** What the addresses in a page are to become; `undefined` leaves one as it is. */
export interface References {
  /** Where words and pictures lead to, those of footnotes too. */
  link(url: string): string | undefined
  /** What a picture, a film, a file shows: what changes of its attributes. */
  media(url: string): Record<string, Json> | undefined
  /** The page that is mentioned. */
  page(id: string): string | undefined
  /** The file that is mentioned. */
  file(id: string): string | undefined
}

type Piece = NonNullable<Block['text']>[number]

/** The blocks with their addresses changed. What has none stays the same object. */
export function mapReferences(blocks: readonly Block[], to: References): Block[] {
  return blocks.map((block) => {
    const { attributes, text, children } = block
    const url = attributes?.url
    const shown = typeof url === 'string' && url !== '' ? to.media(url) : undefined
    const target = block.kind === 'image' && linkOf(attributes) ? to.link(linkOf(attributes)) : undefined
    const media = target === undefined ? shown : { ...shown, link: target }
    const pieces = text?.map((piece) => mapPiece(piece, to))
    const inner = children && mapReferences(children, to)
    const isSame =
      !media &&
      (pieces?.every((piece, at) => piece === text![at]) ?? true) &&
      (inner?.every((child, at) => child === children![at]) ?? true)
    if (isSame) return block
    return {
      ...block,
      ...(media ? { attributes: { ...attributes, ...media } } : {}),
      ...(pieces ? { text: pieces } : {}),
      ...(inner ? { children: inner } : {}),
    }
  })
}

function mapPiece(piece: Piece, to: References): Piece {
  let changed = piece
  const link = piece.marks?.find(({ kind }) => kind === 'link')
  const url = link?.attributes?.url
  const target = typeof url === 'string' ? to.link(url) : undefined
  if (link && target !== undefined) {
    const marks = piece.marks!.map((mark) =>
      mark === link ? { ...mark, attributes: { ...mark.attributes, url: target } } : mark,
    )
    changed = { ...changed, marks }
  }
  if ('kind' in piece && piece.kind === 'mention') {
    const key = mentioned(piece.attributes ?? {}, to)
    if (key !== undefined && 'kind' in changed)
      changed = { ...changed, attributes: { ...piece.attributes, key } }
  }
  if ('kind' in piece && piece.kind === 'footnote' && typeof piece.attributes?.note === 'string') {
    const note = mapNoteLinks(piece.attributes.note, (address) => to.link(address))
    if (note !== piece.attributes.note && 'kind' in changed)
      changed = { ...changed, attributes: { ...piece.attributes, note } }
  }
  return changed
}

function mentioned({ key, trigger }: Record<string, Json>, to: References): string | undefined {
  if (typeof key !== 'string') return undefined
  if (key.startsWith('/')) {
    const page = to.page(key.slice(1))
    return page === undefined ? undefined : `/${page}`
  }
  return trigger === '#' ? to.file(key) : undefined
}

/** The id in an address of a file of ours (`/api/files/<id>/<name>`), also one with our own origin in front. */
export const fileIdIn = (url: string, origin = ''): string | null =>
  /^\/api\/files\/([0-9a-z]{20})(?:\/|$)/.exec(pathIn(url, origin))?.[1] ?? null

/** The page that an address leads to, and what is behind it (`#block`). */
export function pageIdIn(url: string, origin = ''): { id: string; rest: string } | null {
  const found = /^\/([^/?#]+)([?#].*)?$/.exec(pathIn(url, origin))
  const id = pageIdOf(found?.[1] ?? '')
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) ? { id, rest: found?.[2] ?? '' } : null
}

const pathIn = (url: string, origin: string): string =>
  origin !== '' && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url

/**
 * The path inside a folder of files that an address in one of them means: relative to that file, without what is behind
 * `?` and `#`. `null` for whole addresses and for what would lead out of the folder.
 */
export function pathMeant(from: string, url: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:|^\/\/|^[?#]/i.test(url)) return null
  const bare = url.replace(/[?#].*$/s, '')
  let decoded = bare
  try {
    decoded = decodeURIComponent(bare)
  } catch {
    // A sign of percent that is one.
  }
  const parts = decoded.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const part of decoded.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  // As the paths in a `.zip` are read.
  return parts.length > 0 ? parts.join('/').normalize('NFC') : null
}

/** The address by which one file of a folder names another. */
export function addressFrom(from: string, to: string): string {
  const here = from.split('/').slice(0, -1)
  const there = to.split('/')
  const same = sharedHead(here, there.slice(0, -1))
  const path = [...here.slice(same).map(() => '..'), ...there.slice(same)]
  return path.map((part) => (part === '..' ? part : encodeURIComponent(part))).join('/')
}
