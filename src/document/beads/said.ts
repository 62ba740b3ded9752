import * as Y from 'yjs'
import {
  asAtom,
  asBead,
  type Entry,
  entriesOf,
  type Formats,
  formatsInRun,
  NO_FORMATS,
  type Piece,
  pushPiece,
  readEntry,
  STRAY,
  withFormat,
} from './layout'

/** What somebody may say about a page without writing in it. */
export type May = 'suggest' | 'comment'

/** Formats and attributes in which suggestions and comments are said, by who may say what. */
export const SAID = { suggest: /^(?:suggestion|comment)(?::|$)/, comment: /^comment(?::|$)/ }
const SUGGESTION = /^suggestion(?::|$)/

const isInserted = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'insert'

/** A page as it reads to somebody who asks what is said in it. */
export interface Said {
  entries: Map<string, Entry>
  /** Blocks that are themselves a suggestion of type `insert`. */
  suggested: Set<string>
  /** The runs without what is said, by block. */
  runs: Map<string, Piece[]>
  /** Characters and beads that are suggested, by their ids. */
  items: ItemIds
}

/** Ids of characters, kept by the stretch. */
class ItemIds {
  private readonly byClient = new Map<number, { clock: number; end: number }[]>()

  add({ id, length }: Y.Item): void {
    const found = this.byClient.get(id.client)
    const stretch = { clock: id.clock, end: id.clock + length }
    if (found) found.push(stretch)
    else this.byClient.set(id.client, [stretch])
  }

  /** To be called when all are added. */
  sort(): void {
    for (const stretches of this.byClient.values()) stretches.sort((a, b) => a.clock - b.clock)
  }

  has({ id, length }: Y.Item): boolean {
    const stretches = this.byClient.get(id.client) ?? []
    let low = 0
    let high = stretches.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((stretches[middle] as { end: number }).end <= id.clock) low = middle + 1
      else high = middle
    }
    const found = stretches[low]
    return found !== undefined && found.clock <= id.clock && id.clock + length <= found.end
  }
}

/** The string's type, as long as nobody has asked for it by its kind: Yjs would then tidy its formats up. */
export const stringOf = (doc: Y.Doc) => doc.get('text')

/** Reads a page: what a suggester or a commenter may say is left out, and what is suggested is known. */
export function readSaid(doc: Y.Doc, may: May): Said {
  const runs = new Map<string, Piece[]>([[STRAY, []]])
  const said: Said = { entries: new Map(), suggested: new Set(), runs, items: new ItemIds() }
  for (const [id, stored] of entriesOf(doc).entries()) {
    const entry = readEntry(stored)
    if (!entry) continue
    said.entries.set(id, entry)
    if (may === 'suggest' && isInserted(entry.attributes.suggestion)) said.suggested.add(id)
  }
  let run = runs.get(STRAY) as Piece[]
  let formats: Formats = NO_FORMATS
  let leaked: Formats = NO_FORMATS
  for (let item = stringOf(doc)._start; item; item = item.right) {
    if (item.deleted) continue
    const { content } = item
    if (content instanceof Y.ContentFormat) {
      formats = withFormat(formats, content.key, content.value, leaked)
      continue
    }
    const bead = content instanceof Y.ContentEmbed ? asBead(content.embed) : null
    if (bead) {
      leaked = bead.split === true ? NO_FORMATS : formats
      run = runs.get(bead.block) ?? []
      runs.set(bead.block, run)
      if (said.suggested.has(bead.block)) said.items.add(item)
      continue
    }
    const inRun = formatsInRun(formats, leaked)
    if (may === 'suggest' && isSuggested(inRun)) said.items.add(item)
    else if (content instanceof Y.ContentString)
      pushPiece(run, { insert: content.str, formats: unsaid(inRun, may) })
    else if (content instanceof Y.ContentEmbed)
      pushPiece(run, { insert: asAtom(content.embed), formats: unsaid(inRun, may) })
  }
  said.items.sort()
  return said
}

const isSuggested = (formats: Formats): boolean =>
  formats !== NO_FORMATS &&
  Object.entries(formats).some(([key, value]) => SUGGESTION.test(key) && isInserted(value))

/** Formats or attributes without those that may be said. */
export function unsaid(formats: Formats, may: May): Formats {
  if (formats === NO_FORMATS || !Object.keys(formats).some((key) => SAID[may].test(key))) return formats
  return Object.fromEntries(Object.entries(formats).filter(([key]) => !SAID[may].test(key)))
}
