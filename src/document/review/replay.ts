import * as Y from 'yjs'
import type { Block } from '@/blocks'
import type { Json } from '@/blocks/kit/block'
import { entriesOf } from '../format/layout'
import { createPageDoc } from '../format/page-doc'
import { editToward } from '../page-index/blocks'
import type { PageEdit } from '../write/page-edit'
import { blocksShown, bothTexts, done, lacking } from '../write/put-back'
import { authorOf, type EntryPart, type Part, type RangePart } from './part-keys'
import { ReviewedPage } from './reviewed-page'
import { raiseLayout } from './suggest-page'
import { suggestTitle } from './suggest-title'
import { type Suggestions, suggestionsOf, withSuggestions } from './suggestions'
import { readTitle } from './titles'

export interface ReplayOptions {
  /** The page as the server has it. All states are updates of Yjs with the whole page. */
  served: Uint8Array
  /** The page with what the server refused. */
  held: Uint8Array
  /** What of it was replayed before, by another tab of the same browser. */
  replayed?: Uint8Array | null
  /** The id of the person who suggests. */
  author: string
}

export interface Replay {
  /** The page as the server has it, with what it refused as suggestions of the author. */
  state: Uint8Array
  /** Blocks with words that could not be suggested. */
  left: Block[]
  /** How many suggestions of others had been decided about, and wait for a decision again. */
  undecided: number
}

/**
 * Makes suggestions of what the server refused, so that somebody who may only suggest by now loses no words. Served and held page
 * are merged as Yjs merges them; what the merged page shows beyond the served one is suggested on the served one. What was replayed
 * before is served by now under other ids, so then only what has been done since is done again. Decisions about
 * the suggestions of others are not replayed: they take a right that the author no longer has. They are counted instead.
 */
export function replayAsSuggestions({ served, held, replayed = null, author }: ReplayOptions): Replay {
  const page = pageOf(served)
  const agreed = replayed && pageOf(replayed)
  const mine = replayed ? pageOf(replayed, held) : pageOf(served, held)
  const reviewed = new ReviewedPage(page, author)
  reviewed.isSuggesting = true
  const index = reviewed.openIndex()
  try {
    const screen = blocksShown(mine)
    const now = blocksShown(page)
    const before = agreed ? blocksShown(agreed) : now
    let undecided = 0
    withSuggestions(mine, (kept) => {
      undecided = withSuggestions(agreed ?? page, (known) => decidedOfOthers(known, kept, author))
      carryOver(page, kept, author, agreed !== null)
      const title = readTitle(kept, 'proposed')
      const known = agreed && withSuggestions(agreed, (before) => readTitle(before, 'proposed'))
      const wanted =
        known === null ? title : bothTexts(known, title, readTitle(reviewed.suggestions, 'proposed'))
      if (known !== title)
        suggestTitle(reviewed.suggestions, 'proposed', wanted, reviewed.newSuggestion(), REPLAYED)
    })
    const edit = editToward(index, agreed ? done(now, before, screen) : screen)
    for (const part of edit ? partsOf(edit, (id) => index.tree.isShown(id)) : [])
      reviewed.write(index, part, REPLAYED, null)
    return { state: Y.encodeStateAsUpdate(page), left: lacking(blocksShown(page), before, screen), undecided }
  } finally {
    index.close()
    reviewed.close()
    for (const doc of [page, agreed, mine]) doc?.destroy()
  }
}

const REPLAYED = Symbol('replayed')

/** How many suggestions of others `kept` lacks, whole or in part: what it was made from still had them. */
function decidedOfOthers(known: Suggestions, kept: Suggestions, author: string): number {
  const decided = new Set<string>()
  for (const part of known.parts.values())
    if (part.op !== '@' && authorOf(part.sid) !== author && !kept.parts.has(part.key)) decided.add(part.sid)
  return decided.size
}

function pageOf(...states: readonly Uint8Array[]): Y.Doc {
  const doc = createPageDoc()
  for (const state of states) Y.applyUpdate(doc, state)
  return doc
}

/** One edit for each text that only reads otherwise, so that it can be decided about by itself, and one for all the rest. */
function* partsOf(edit: PageEdit, stands: (block: string) => boolean): Generator<PageEdit> {
  const texts = new Map(edit.texts)
  const nothing = { gone: new Set<string>(), set: new Map(), texts: new Map(), formats: [], lists: [] }
  const rest = new Set([...edit.gone, ...edit.set.keys()])
  const alone = new Set(
    [...edit.texts.keys(), ...edit.formats.map(({ block }) => block)].filter(
      (block) => stands(block) && !rest.has(block),
    ),
  )
  for (const block of alone) {
    const text = texts.get(block)
    texts.delete(block)
    yield {
      ...nothing,
      texts: text ? new Map([[block, text]]) : nothing.texts,
      formats: edit.formats.filter((format) => format.block === block),
    }
  }
  const formats = edit.formats.filter(({ block }) => !alone.has(block))
  if (rest.size + texts.size + formats.length + edit.lists.length > 0) yield { ...edit, texts, formats }
}

/**
 * Writes those of the author's own parts that a marked page shows in place: characters suggested away, blocks suggested to go. They
 * speak of what the server has, so they stay what they were. What the served page has beyond them was taken back, unless it comes
 * from the replay of another tab.
 */
function carryOver(page: Y.Doc, kept: Suggestions, author: string, isSecond: boolean): void {
  const map = suggestionsOf(page)
  page.transact(() => {
    withSuggestions(page, (known) => {
      for (const part of known.parts.values())
        if (!isSecond && isInPlace(part, author) && !kept.parts.has(part.key)) map.delete(part.key)
      for (const part of kept.parts.values()) {
        if (!isInPlace(part, author) || known.parts.has(part.key)) continue
        const value = valueIn(page, part)
        if (value === null) continue
        map.set(part.key, value)
        const head = suggestionsOf(kept.doc).get(part.sid)
        if (head !== undefined && !map.has(part.sid)) map.set(part.sid, head)
      }
    })
    raiseLayout(page)
  }, REPLAYED)
}

type InPlace = RangePart | EntryPart

function isInPlace(part: Part, author: string): part is InPlace {
  const isOfKind = part.op === '-' || (part.op === '/' && (part.field === 'deleted' || part.field === 'into'))
  return isOfKind && authorOf(part.sid) === author
}

/** What is stored of a part on the page that is to have it; null when the page has nothing that it speaks of. */
function valueIn(page: Y.Doc, part: InPlace): Json {
  if (part.op === '/') return entriesOf(page).has(part.block) ? { to: part.to, was: part.was } : null
  return part.clock + part.length <= Y.getState(page.store, part.client) ? part.length : null
}
