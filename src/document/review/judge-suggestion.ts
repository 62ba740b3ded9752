import * as Y from 'yjs'
import { REVIEW_LAYOUT, textOf, titleText } from '../format/layout'
import { keepsFormats } from './keeps-formats'
import { type IdRange, without } from './live-ids'
import { type AnchorPart, anchorIn, authorOf, type Part, type RangePart, readPart, sidIn } from './part-keys'
import { wasAnchored } from './parts-begun'
import { jsonSize, pendingSize } from './pending-size'
import { Ranges, type TextSegment } from './ranges'
import { itemsIn, type Suggestions, suggestionsOf } from './suggestions'
import { type FreshItem, isInsideCharacter, UpdatePlaces, type Waiting } from './update-places'

/** How much may be suggested. */
export const SUGGESTION_LIMITS = {
  /** Parts that one update writes, and that a page holds. */
  parts: 20_000,
  /** Characters and values of one person that nobody has decided about. */
  pending: 1024 * 1024,
  /** Characters of one value, written as JSON: of an entry, a format or an atom. */
  value: 64 * 1024,
} as const

/** What {@link judgeSuggestion} says of suggestions that are honest, but more than {@link SUGGESTION_LIMITS} let wait. */
export const TOO_MUCH_SUGGESTED = 'more than may wait'

/**
 * Is an update nothing but this person's own suggestions, so that the settled reading and everything that others have suggested stay as
 * they are? Gives null when it is, else why not. Looks at the update and at what it touches, never at the whole page, and is
 * right for the page as `suggestions.doc` holds it now: nothing may come in between.
 */
export function judgeSuggestion(
  suggestions: Suggestions,
  update: Uint8Array,
  author: string,
  waiting: Waiting = NOTHING_WAITS,
): string | null {
  const places = UpdatePlaces.build(suggestions.doc, update, waiting)
  return places ? new Judge(suggestions, places, author).judge() : 'it builds on what is not there'
}

const NOTHING_WAITS: Waiting = { waits: () => false, deletionWaits: () => false }

class Judge {
  private readonly doc: Y.Doc
  /** Words that the update brings and leaves. */
  private readonly words: FreshItem[] = []
  private readonly writes = new Map<string, FreshItem[]>()
  private readonly layouts: FreshItem[] = []
  /** What stands under each key that it writes or deletes, undefined where nothing does. */
  private readonly written = new Map<string, unknown>()
  /** The insertions among them. */
  private readonly set = new Ranges<RangePart>()
  /** This person's insertions as they stand, and as they stand when the update has come in, of the clients that were asked about. */
  private readonly own: Ranges<RangePart>
  private readonly after = new Ranges<RangePart>()
  private readonly clientsAfter = new Set<number>()
  private readonly formatsGone = new Map<Y.Text, Set<Y.Item>>()

  constructor(
    private readonly suggestions: Suggestions,
    private readonly places: UpdatePlaces,
    private readonly author: string,
  ) {
    this.doc = suggestions.doc
    this.own = suggestions.insertionsOf(author)
  }

  judge(): string | null {
    return (
      this.sort() ??
      this.readWrites() ??
      this.readLayout() ??
      this.readDeletions() ??
      this.readParts() ??
      this.readWords()
    )
  }

  /** What it brings, by where that stands. */
  private sort(): string | null {
    for (const one of this.places.fresh) {
      const { content } = one.item
      const { root, key } = one.place
      if (root === 'text' || root === 'title') {
        if (key !== null) return 'an attribute of the text'
        if (content instanceof Y.ContentDeleted) continue
        if (content instanceof Y.ContentEmbed) {
          if (root === 'title' || jsonSize(content.embed) > SUGGESTION_LIMITS.value)
            return 'no atom of a text'
        } else if (!(content instanceof Y.ContentString)) return 'neither words nor an atom'
        this.words.push(one)
      } else if (root === 'suggestions') {
        if (key === null || !(this.isOwn(key) || this.isNewAnchor(key))) return "somebody else's suggestion"
        const list = this.writes.get(key) ?? []
        this.writes.set(key, list)
        list.push(one)
      } else if (root === 'meta' && key === 'layout') this.layouts.push(one)
      else return 'something beside suggestions'
    }
    return null
  }

  private isOwn(key: string): boolean {
    const sid = sidIn(key)
    return sid !== null && authorOf(sid) === this.author
  }

  /** The place of a discussion, where none was said before: it may follow words that their author brings back. */
  private isNewAnchor(key: string): boolean {
    return anchorIn(key) !== null && !suggestionsOf(this.doc)._map.has(key)
  }

  private isGone = ({ item, from, to }: FreshItem): boolean => {
    const [only] = this.places.deletedIn(item.id.client, from, to)
    return only !== undefined && only.from === from && only.to === to
  }

  /** Each key's writes follow what stands there, one another, and so the last of them stands there afterwards. */
  private readWrites(): string | null {
    const { _map: items } = suggestionsOf(this.doc)
    for (const [key, list] of this.writes) {
      const byOrigin = new Map(list.map((one) => [nameOf(one.origin), one]))
      let last: FreshItem | undefined
      let end: Y.ID | null = items.get(key)?.lastId ?? null
      for (let count = list.length; count > 0; count--) {
        const next: FreshItem | undefined = byOrigin.get(nameOf(end))
        if (!next || next.item.rightOrigin) return 'a value beside the one that stands there'
        const { content } = next.item
        // What an undo keeps of values that were overwritten comes as one item.
        const isValue = content instanceof Y.ContentAny && (content.arr.length === 1 || this.isGone(next))
        if (!isValue && !(content instanceof Y.ContentDeleted)) return 'no single value'
        last = next
        end = Y.createID(next.item.id.client, next.to - 1)
      }
      const content = last?.item.content
      const isThere = last && content instanceof Y.ContentAny && !this.isGone(last)
      this.written.set(key, isThere ? content.arr[0] : undefined)
    }
    return null
  }

  private readLayout(): string | null {
    for (const one of this.layouts) {
      const { content, rightOrigin } = one.item
      if (rightOrigin) return 'a layout behind the one that is there'
      if (content instanceof Y.ContentDeleted) continue
      const isRaised =
        content instanceof Y.ContentAny && content.arr.length === 1 && content.arr[0] === REVIEW_LAYOUT
      if (!isRaised || this.isGone(one)) return 'another layout'
    }
    return null
  }

  private readDeletions(): string | null {
    const { store } = this.doc
    for (const [client, ranges] of this.places.deletions) {
      const known = Y.getState(store, client)
      for (const { from, to } of ranges) {
        for (const item of itemsIn(this.doc, client, from, Math.min(to, known))) {
          const first = Math.max(from, item.id.clock)
          const end = Math.min(to, item.id.clock + item.length, known)
          const refusal = this.readDeletion(item, { client, from: first, to: end })
          if (refusal) return refusal
        }
      }
    }
    for (const [text, items] of this.formatsGone) if (!keepsFormats(text, items)) return 'formats of the page'
    return null
  }

  private readDeletion(item: Y.Item, range: IdRange): string | null {
    const place = this.places.placeIn(item)
    switch (place?.root) {
      case 'text':
      case 'title': {
        if (place.key !== null) return 'an attribute of the text'
        if (item.content instanceof Y.ContentFormat) {
          const text = place.root === 'text' ? textOf(this.doc) : titleText(this.doc)
          this.formatsGone.set(text, (this.formatsGone.get(text) ?? new Set()).add(item))
          return null
        }
        if (!item.countable) return 'something beside words'
        return without(range, this.coveredBefore(range)).length > 0 ? 'words that are not suggested' : null
      }
      case 'suggestions': {
        const { key } = place
        if (key === null || !this.isOwn(key)) return "somebody else's suggestion"
        if (!this.written.has(key)) this.written.set(key, undefined)
        return null
      }
      case 'meta':
        // What takes its place comes right behind it.
        return place.key === 'layout' &&
          this.layouts.some((one) => nameOf(one.origin) === nameOf(item.lastId))
          ? null
          : 'the layout'
      default:
        return 'something beside suggestions'
    }
  }

  /** Which of these ids one's own insertions cover. */
  private coveredBefore({ client, from, to }: IdRange): TextSegment[] {
    return this.own.covered(client, from, to)
  }

  /** … and which they cover when the update has come in. Asked when all that it says is known. */
  private coveredAfter({ client, from, to }: IdRange): TextSegment[] {
    if (!this.clientsAfter.has(client)) {
      this.clientsAfter.add(client)
      for (const part of this.own.of(client)) if (!this.written.has(part.key)) this.after.add(part)
      for (const part of this.set.of(client)) this.after.add(part)
    }
    return this.after.covered(client, from, to)
  }

  private readParts(): string | null {
    const { suggestions, author } = this
    let more = 0
    let size = suggestions.pendingOf(author)
    for (const [key, value] of this.written) {
      const before = suggestions.parts.get(key)
      if (before) {
        size -= pendingSize(before)
        more--
      }
      if (value === undefined) continue
      if (jsonSize(value) > SUGGESTION_LIMITS.value) return TOO_MUCH_SUGGESTED
      const part = readPart(key, value)
      if (!part) return 'no part of a suggestion'
      const refusal = part.op === '@' ? this.readAnchor(part) : this.readPart(part)
      if (refusal) return refusal
      size += pendingSize(part)
      more++
    }
    if (this.writes.size > SUGGESTION_LIMITS.parts) return TOO_MUCH_SUGGESTED
    if (more > 0 && suggestions.parts.size + more > SUGGESTION_LIMITS.parts) return TOO_MUCH_SUGGESTED
    if (size > SUGGESTION_LIMITS.pending && size > suggestions.pendingOf(author)) return TOO_MUCH_SUGGESTED
    return this.readInsertions() ?? this.readUncovered()
  }

  /** A discussion that stands on the page follows words of this update, and goes nowhere else. */
  private readAnchor({ discussion, client, clock, length }: AnchorPart): string | null {
    if (!this.places.brings(client, clock, clock + length)) return 'a comment on what stands there'
    return wasAnchored(this.doc, discussion) ? null : 'a comment that is nowhere'
  }

  private readPart(part: Exclude<Part, AnchorPart>): string | null {
    if (part.op === 'head' || part.op === '/') return null
    const { client, clock, length } = part
    const range = { client, from: clock, to: clock + length }
    if (range.to > this.places.stateAfter(client)) return 'a range of what is not there'
    if (part.op !== '+') return this.cutsCharacter(range) ? 'half a character' : null
    this.set.add(part)
    return null
  }

  /** What is said to be inserted comes with the update, or is an insertion of this person already. */
  private readInsertions(): string | null {
    for (const client of this.set.covering)
      for (const { from, to } of this.set.covered(client, 0, Number.POSITIVE_INFINITY)) {
        const range = { client, from, to }
        const rest = without(range, this.coveredBefore(range))
        if (!rest.every((one) => this.places.brings(client, one.from, one.to)))
          return 'an insertion of what stands there'
      }
    return null
  }

  private cutsCharacter({ client, from, to }: IdRange): boolean {
    const { store } = this.doc
    return [from, to].some((clock) => {
      if (clock >= Y.getState(store, client)) return false
      const item: unknown = Y.getItem(store, Y.createID(client, clock))
      return item instanceof Y.Item && isInsideCharacter(item, clock - item.id.clock)
    })
  }

  /** Words of an insertion that goes or gets shorter go as well, or stay suggested. */
  private readUncovered(): string | null {
    const before = new Ranges<RangePart>()
    for (const key of this.written.keys()) {
      const part = this.suggestions.parts.get(key)
      if (part?.op === '+') before.add(part)
    }
    for (const client of before.covering)
      for (const { from, to } of before.covered(client, 0, Number.POSITIVE_INFINITY)) {
        const range = { client, from, to }
        for (const rest of without(range, this.coveredAfter(range)))
          if (this.isAnyLeft(rest)) return 'a suggestion that becomes text'
      }
    return null
  }

  /** Do some of these words stand there when the update has come in? */
  private isAnyLeft({ client, from, to }: IdRange): boolean {
    for (const item of itemsIn(this.doc, client, from, to)) {
      if (item.parentSub !== null || !item.countable) continue
      const range = {
        client,
        from: Math.max(from, item.id.clock),
        to: Math.min(to, item.id.clock + item.length),
      }
      if (without(range, this.places.deletedIn(client, range.from, range.to)).length > 0) return true
    }
    return false
  }

  /** All that comes in, and stays, is suggested. */
  private readWords(): string | null {
    for (const { item, from, to } of this.words) {
      const { client } = item.id
      for (const live of without({ client, from, to }, this.places.deletedIn(client, from, to)))
        if (without(live, this.coveredAfter(live)).length > 0) return 'words that are no suggestion'
    }
    return null
  }
}

const nameOf = (id: { client: number; clock: number } | null): string =>
  id ? `${id.client}:${id.clock}` : ''
