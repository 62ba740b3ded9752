import { createHash } from 'node:crypto'
import type { Block } from '@/blocks'
import { atomKind, blockKind, markKind } from '@/blocks'
import { publicTable } from '@/blocks/data-table/public-table'
import { type Attributes, cleanAttributes, leanAttributes } from '@/blocks/kit/attributes'
import { type BlockMark, type Inline, type InlineAtom, isInlineText } from '@/blocks/kit/block'
import { linkOf } from '@/blocks/media/attributes'
import { mentionedPage } from '@/blocks/mention/mention'
import { isIndexEntry } from '@/features/pods/pod-index'
import { t } from '@/shared/i18n'
import { pageIdOf } from '@/shared/page-address'

/** What stands for a page that the reader may not see: nothing of it is told (R21). */
export const PRIVATE_PAGE = () => t('Private page')

/** A page that is mentioned or linked, as the reader may know it. */
export interface KnownPage {
  /** Its public address. */
  path: string
  title: string
  icon: string | null
}

export interface PublicLinks {
  /** The page with this id as the reader may know it; null: not at all; undefined: it is no page of ours. */
  page(id: string): KnownPage | null | undefined
  /** Our own origin. */
  origin: string
}

/** What media blocks know for those who work on them. */
const PRIVATE_MEDIA = { markers: null, transcription: null, placeholderId: '' }

/** The id that an address of our own leads to, with what follows it; null for any other address. */
export function ownAddress(url: string, origin: string): { id: string; rest: string } | null {
  const path = url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
  const found = /^\/(?:preview\/)?([^/?#]+)([?#].*)?$/s.exec(path)
  const id = pageIdOf(found?.[1] ?? '')
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) ? { id, rest: found?.[2] ?? '' } : null
}

/** The ids of the pages that blocks mention or link to. Any depth of nesting (R34). */
export function pagesNamedIn(blocks: readonly Block[], origin: string): Set<string> {
  const named = new Set<string>()
  const rest = [...blocks]
  for (let block = rest.pop(); block; block = rest.pop()) {
    for (const piece of block.text ?? []) {
      if (!isInlineText(piece) && piece.kind === 'mention') {
        const path = mentionedPage(piece.attributes?.key)
        if (path) named.add(path.slice(1))
      }
      for (const mark of piece.marks ?? []) {
        const address = mark.kind === 'link' && ownAddress(String(mark.attributes?.url ?? ''), origin)
        if (address) named.add(address.id)
      }
    }
    const shown = block.kind === 'image' && ownAddress(linkOf(block.attributes), origin)
    if (shown) named.add(shown.id)
    for (const child of block.children ?? []) rest.push(child)
  }
  return named
}

/**
 * The blocks of a settled page as everybody may see them: without what this version does not know, with no word about pages
 * that are not public, and with no address of a person (R21, rulings 4).
 */
export const publicBlocks = (blocks: readonly Block[], links: PublicLinks): Block[] =>
  blocks.flatMap((block) => publicBlock(block, links))

function publicBlock(block: Block, links: PublicLinks): Block[] {
  const definition = blockKind(block.kind)
  // Nobody knows what is in it.
  if (!definition) return []
  const given = block.attributes ?? {}
  const own = leanAttributes(
    definition.attributes,
    'markers' in definition.attributes ? { ...given, ...PRIVATE_MEDIA } : given,
  )
  const attributes =
    block.kind === 'dataTable' ? publicTable(own) : block.kind === 'image' ? publicImage(own, links) : own
  return [
    {
      // That of a line of an index names its page.
      id: isIndexEntry(block) ? createHash('sha256').update(block.id).digest('hex').slice(0, 20) : block.id,
      kind: block.kind,
      ...(Object.keys(attributes).length > 0 && { attributes }),
      ...(block.text && { text: publicText(block, block.text, links) }),
      ...(block.children && { children: publicBlocks(block.children, links) }),
    },
  ]
}

/** A picture leads to a page as everybody knows it, and nowhere when that page is not public. */
function publicImage({ link, ...others }: Attributes, links: PublicLinks): Attributes {
  const address = ownAddress(linkOf({ link }), links.origin)
  const page = address ? links.page(address.id) : undefined
  if (page === null || link === undefined) return others
  return { ...others, link: page ? `${page.path}${address!.rest}` : link }
}

/**
 * The index of a pod repeats how its pages begin, with the names of those that they mention, so in public a line of it is
 * the page alone.
 */
function publicText(block: Block, text: readonly Inline[], links: PublicLinks): Inline[] {
  if (!isIndexEntry(block)) {
    return text.flatMap((piece, i) => {
      const hidden = hiddenPageOf(piece, links)
      // One link may be in several pieces.
      return hidden !== null && hidden === hiddenPageOf(text[i - 1], links) ? [] : publicPiece(piece, links)
    })
  }
  const page = text.find((piece) => !isInlineText(piece) && piece.kind === 'mention')
  return page ? publicPiece(page, links) : [{ text: PRIVATE_PAGE() }]
}

/**
 * The page behind a link that the reader may not know; null for every other piece. Whatever such a link says is hidden, be it
 * the page's title or not: otherwise, what shows would tell whether somebody has guessed the title.
 */
function hiddenPageOf(piece: Inline | undefined, links: PublicLinks): string | null {
  for (const mark of piece?.marks ?? []) {
    const address = mark.kind === 'link' ? ownAddress(String(mark.attributes?.url ?? ''), links.origin) : null
    if (address && links.page(address.id) === null) return address.id
  }
  return null
}

function publicPiece(piece: Inline, links: PublicLinks): Inline[] {
  const marks = publicMarks(piece.marks ?? [], links)
  const withMarks = marks.length > 0 ? { marks } : {}
  if (hiddenPageOf(piece, links) !== null) return [{ text: PRIVATE_PAGE(), ...withMarks }]
  if (isInlineText(piece)) return [{ text: piece.text, ...withMarks }]
  const definition = atomKind(piece.kind)
  if (!definition) return []
  if (piece.kind === 'mention') return [{ ...publicMention(piece, links), ...withMarks }]
  return [
    {
      kind: piece.kind,
      attributes: leanAttributes(definition.attributes, piece.attributes ?? {}),
      ...withMarks,
    },
  ]
}

function publicMention(piece: InlineAtom, links: PublicLinks): Inline {
  const { key, value, trigger } = cleanAttributes(atomKind('mention')!.attributes, piece.attributes ?? {})
  const path = mentionedPage(key)
  if (path) {
    const page = links.page(path.slice(1))
    if (!page) return { text: PRIVATE_PAGE() }
    // A link, because the key of a mention is the address of a page in the application.
    const icon = /^\p{Extended_Pictographic}/u.test(page.icon ?? '') ? `${page.icon} ` : ''
    return { text: `${icon}${page.title}`, marks: [{ kind: 'link', attributes: { url: page.path } }] }
  }
  if (trigger === '#') return { kind: 'mention', attributes: { key: key!, value: value!, trigger } }
  // A person by name, without what could lead to an account of theirs.
  const name = String(value)
  return { text: `@${/\S@\S/.test(name) ? t('somebody') : name}` }
}

function publicMarks(marks: readonly BlockMark[], links: PublicLinks): BlockMark[] {
  return marks.flatMap((mark): BlockMark[] => {
    const definition = markKind(mark.kind)
    if (!definition) return []
    const attributes = leanAttributes(definition.attributes, mark.attributes ?? {})
    const address = mark.kind === 'link' ? ownAddress(String(attributes.url ?? ''), links.origin) : null
    const page = address ? links.page(address.id) : undefined
    if (page === null) return []
    if (page) return [{ kind: 'link', attributes: { url: `${page.path}${address!.rest}` } }]
    return [{ kind: mark.kind, ...(Object.keys(attributes).length > 0 && { attributes }) }]
  })
}
