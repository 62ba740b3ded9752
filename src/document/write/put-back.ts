import * as Y from 'yjs'
import { type Block, blockKind, plainTextOf } from '@/blocks'
import { type Inline, isInlineText } from '@/blocks/kit/block'
import { plainInline } from '@/blocks/plain-text'
import { newBlockId } from '@/shared/ids'
import { sameJson } from '../format/layout'
import { changedPart } from '../format/page-doc'
import { applyBlocks, blocksOf } from '../page-index/blocks'
import { ReadingView } from '../review/reading-view'
import { withSuggestions } from '../review/suggestions'
import { diffBlocks } from './diff-blocks'

export interface PutBack {
  /** Brings into the page what it lacks; null: nothing, or nothing that could be brought. */
  update: Uint8Array | null
  /** Blocks whose words are not in the page even so. */
  left: Block[]
}

/**
 * Works out how a page comes by what a screen showed and the page does not hold. `agreed` is what both held last: what the
 * screen has done since is done again on the page as it reads now, of which others may have written some. Nobody's words go:
 * where the same text was changed on both sides both stay, and a block is taken out only if it reads as it did.
 * Works on a copy; the caller applies the update.
 */
export function putBack(doc: Y.Doc, agreed: readonly Block[], screen: readonly Block[]): PutBack {
  const written = writtenSince(agreed, screen)
  const copy = new Y.Doc()
  try {
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
    const now = blocksShown(copy)
    const made: Uint8Array[] = []
    copy.on('update', (update: Uint8Array) => made.push(update))
    applyBlocks(
      copy,
      sameJson(now, agreed) ? screen : done(now, agreed, screen),
      undefined,
      undefined,
      'marked',
    )
    const left = notIn(written, blocksShown(copy))
    return { update: made.length > 0 ? Y.mergeUpdates(made) : null, left }
  } catch {
    // What broke the page may break this as well: then the words themselves are what can be given.
    return { update: null, left: notIn(written, readable(doc)) }
  } finally {
    copy.destroy()
  }
}

function readable(doc: Y.Doc): Block[] {
  try {
    return blocksShown(doc)
  } catch {
    return []
  }
}

/** A screen shows the marked reading. */
export const blocksShown = (doc: Y.Doc): Block[] =>
  withSuggestions(doc, (suggestions) => blocksOf(doc, new ReadingView(suggestions, 'marked')))

/** The blocks of which `now` lacks words that were written between `agreed` and `screen`. */
export const lacking = (now: readonly Block[], agreed: readonly Block[], screen: readonly Block[]): Block[] =>
  notIn(writtenSince(agreed, screen), now)

interface Written {
  block: Block
  /** The words that came into it. */
  words: string
}

/** The blocks in which something was written, each without those inside it. */
function writtenSince(agreed: readonly Block[], screen: readonly Block[]): Written[] {
  return diffBlocks(agreed, screen).flatMap((change): Written[] => {
    if (change.type !== 'added' && change.type !== 'changed') return []
    const before = change.type === 'changed' ? textOf(change.before) : ''
    const after = textOf(change.after)
    const found = changedPart(before, after)
    const words = found ? after.slice(found.at, found.at + found.inserted) : ''
    const { children: _children, ...block } = change.after
    return words.trim() || (change.type === 'added' && !holdsText(block)) ? [{ block, words }] : []
  })
}

/** A block of its own whose content is no text: a picture, a rule. */
const holdsText = ({ kind }: Block): boolean => blockKind(kind)?.content !== 'none'

const textOf = ({ text }: Block): string => plainInline(text)

function notIn(written: readonly Written[], blocks: readonly Block[]): Block[] {
  const all = plainTextOf([...blocks])
  const places = placesIn([...blocks])
  const isThere = ({ block, words }: Written) => {
    const standing = places.get(block.id)?.block
    if (words.trim() === '') return standing !== undefined
    return standing && textOf(standing).includes(words) ? true : all.includes(words.trim())
  }
  return written.filter((one) => !isThere(one)).map(({ block }) => block)
}

interface Place {
  /** The list that the block stands in. */
  list: Block[]
  block: Block
}

/** `now` with what was done between `agreed` and `screen`. */
export function done(now: readonly Block[], agreed: readonly Block[], screen: readonly Block[]): Block[] {
  const page = structuredClone(now) as Block[]
  const changes = diffBlocks(agreed, screen)
  const screenPlaces = placesIn(screen as Block[])
  for (const change of changes) {
    if (change.type === 'changed') changeBlock(page, change.before, change.after)
    else if (change.type === 'added') addBlock(page, change.after, screenPlaces)
  }
  const kept = placesIn(screen as Block[])
  for (const change of changes) {
    if (change.type !== 'removed' || kept.has(change.id)) continue
    const place = placesIn(page).get(change.id)
    if (place && sameJson(place.block, change.before)) place.list.splice(place.list.indexOf(place.block), 1)
  }
  return page
}

/** Where every block stands. */
function placesIn(list: Block[], places = new Map<string, Place>()): Map<string, Place> {
  for (const block of list) {
    places.set(block.id, { list, block })
    if (block.children) placesIn(block.children, places)
  }
  return places
}

const own = ({ children: _children, ...rest }: Block) => rest

function changeBlock(page: Block[], before: Block, after: Block): void {
  const place = placesIn(page).get(before.id)
  if (!place) {
    // Others have deleted it: what was written in it goes to the end.
    if (textOf(after) !== textOf(before)) page.push({ ...own(after), id: newBlockId() })
    return
  }
  const { block } = place
  if (sameJson(own(block), own(after))) return
  if (sameJson(own(block), own(before))) {
    const { children } = block
    for (const key of Object.keys(block)) delete (block as unknown as Record<string, unknown>)[key]
    Object.assign(block, own(after), children && { children })
    return
  }
  block.text = bothInlines(before.text ?? [], after.text ?? [], block.text ?? [])
}

function addBlock(page: Block[], block: Block, screen: Map<string, Place>): void {
  const places = placesIn(page)
  const there = places.get(block.id)
  if (there) {
    // Half of it was written, or it stood there before.
    if (!sameJson(own(there.block), own(block))) Object.assign(there.block, own(block))
    return
  }
  const place = screen.get(block.id) as Place
  const at = place.list.indexOf(screen.get(block.id)?.block as Block)
  const taken = (child: Block): Block => {
    const standing = placesIn(page).get(child.id)
    if (standing) standing.list.splice(standing.list.indexOf(standing.block), 1)
    const { children } = child
    return {
      ...(standing ? own(standing.block) : own(child)),
      ...(children && { children: children.map(taken) }),
    }
  }
  const made = taken(block)
  for (let i = at - 1; i >= 0; i--) {
    const before = placesIn(page).get((place.list[i] as Block).id)
    if (!before) continue
    before.list.splice(before.list.indexOf(before.block) + 1, 0, made)
    return
  }
  const parent = [...screen.values()].find(({ block: { children } }) => children === place.list)
  const home = parent ? placesIn(page).get(parent.block.id)?.block : undefined
  if (!parent) page.unshift(made)
  else if (home) home.children = [made, ...(home.children ?? [])]
  else page.push(made)
}

/** The same of plain words. */
export const bothTexts = (before: string, mine: string, theirs: string): string =>
  plainInline(bothInlines([{ text: before }], [{ text: mine }], [{ text: theirs }]))

/** A text that was changed from `before` to `mine` and to `theirs`: the change of both. */
function bothInlines(
  before: readonly Inline[],
  mine: readonly Inline[],
  theirs: readonly Inline[],
): Inline[] {
  const [old, my, their] = [unitsOf(before), unitsOf(mine), unitsOf(theirs)]
  const words = (units: readonly Unit[]) => units.map(({ unit }) => unit)
  const own = changedPart(words(old), words(my))
  const others = changedPart(words(old), words(their))
  if (!own) return [...theirs]
  if (!others) return [...mine]
  const typed = my.slice(own.at, own.at + own.inserted)
  const come = their.slice(others.at, others.at + others.inserted)
  if (own.at === others.at && own.removed === others.removed && sameJson(words(typed), words(come)))
    return [...theirs]
  const shift = others.inserted - others.removed
  if (own.at + own.removed <= others.at) return inlineOf(their.toSpliced(own.at, own.removed, ...typed))
  if (own.at >= others.at + others.removed) {
    return inlineOf(their.toSpliced(own.at + shift, own.removed, ...typed))
  }
  // Both changed the same words: theirs stay, and what was typed follows them.
  return inlineOf(their.toSpliced(others.at + others.inserted, 0, ...typed))
}

/** One position of a text: a UTF-16 unit with its marks, or an atom. */
interface Unit {
  unit: string
  piece: Inline
}

const unitsOf = (text: readonly Inline[]): Unit[] =>
  text.flatMap((piece): Unit[] =>
    isInlineText(piece)
      ? piece.text.split('').map((unit) => ({ unit, piece }))
      : [{ unit: JSON.stringify(piece), piece }],
  )

function inlineOf(units: readonly Unit[]): Inline[] {
  const text: Inline[] = []
  for (const { unit, piece } of units) {
    const last = text.at(-1)
    if (!isInlineText(piece)) text.push(piece)
    else if (last && isInlineText(last) && sameJson(last.marks ?? [], piece.marks ?? [])) last.text += unit
    else text.push({ ...piece, text: unit })
  }
  return text
}
