import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { requireRoom } from '@/blocks/page-size'
import {
  anchorsIn,
  applyBlocks,
  type CarriedReview,
  type CarriedSpan,
  chosenSids,
  createPageDoc,
  decide,
  decodeOnce,
  hasRoomForBlocks,
  holdsState,
  idsNamedIn,
  type Judged,
  judged,
  layoutIsKnown,
  markedIndex,
  type OperationOutcome,
  type PageContent,
  PageUndo,
  pageWithReview,
  piecesOfState,
  planEdit,
  readReview,
  type SignedOperation,
  samePage,
  setSettledTitle,
  settledBlocks,
  settledPage,
  stillWanted,
  suggestionAuthor,
  suggestOperations,
  weightOf,
  withSuggestions,
  writeAnchors,
} from '@/document'
import { type NamedIds, namedIdsIn } from '@/server/files/named-ids'
import { type PageLinks, readLinks } from '@/server/links/links-in'
import { type Chunk, chunksOf } from '@/server/meaning/chunks'
import { type CutWords, cutWords } from '@/server/search/cut-words'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { jsonOf } from './blocks-as-json'
import { packState, unpackState } from './packed-state'
import type { Size } from './page-rows'
import { type Projection, projectionOf } from './projection'
import { type PendingSuggestion, pendingIn } from './review-state'
import type { ToldPage, ToldWish } from './told-page'

/** All that is stored of a page: its snapshot as it is kept, and the edits that came later. */
export interface StoredBytes {
  snapshot: Uint8Array | null
  rows: readonly Uint8Array[]
}

/** What a page reads like, with the words by which it is found, what it leads to and all that it names. */
export type ReadProjection = Projection & { cut: CutWords; links: PageLinks; named: NamedIds }

/**
 * Everything that goes through a whole page. A long one takes up to seconds, so these run in a worker (`page-worker.ts`); of a
 * short one they run at once (`ask-page.ts`). They start from what is stored, so that nothing has to be encoded
 * where people are answered.
 */
export const pageWork = {
  /** The page's state in pieces that can be applied one after the other, and which rows cannot be read. */
  pieces({ stored }: { stored: StoredBytes }): { pieces: Uint8Array[]; weight: number; unread: number[] } {
    const { doc, unread } = docOf(stored)
    const weight = weightOf(doc)
    return { pieces: piecesOfState(doc, Y.encodeStateAsUpdate(doc)), weight, unread }
  },

  /** What the page says, the blocks as pieces of JSON (`blocks-as-json`). */
  content({ stored }: { stored: StoredBytes }): { title: string; pieces: string[]; isKnown: boolean } {
    const { doc } = docOf(stored)
    const isKnown = layoutIsKnown(doc)
    if (!isKnown) return { title: '', pieces: [], isKnown }
    const { title, blocks } = settledPage(doc)
    return { title, pieces: jsonOf(blocks), isKnown }
  },

  /** What a model is told of the page; null for one of a newer or an older layout. */
  async told({ stored, wish }: { stored: StoredBytes; wish: ToldWish }): Promise<ToldPage | null> {
    const { doc } = docOf(stored)
    if (!layoutIsKnown(doc)) return null
    // What writes Markdown is loaded by the workers that do.
    const { tellPage } = await import('./told-page')
    return tellPage(settledPage(doc), wish)
  },

  /** The pieces of a page that have vectors of their own; `rich`: its blocks as JSON. */
  chunks: ({ title, rich }: { title: string; rich: string }): Chunk[] =>
    chunksOf(title, JSON.parse(rich) as Block[]),

  /** What the page says, with what is suggested of it and where its discussions stand, at one moment. */
  carried({ stored }: { stored: StoredBytes }): StoredReview {
    const { doc } = docOf(stored)
    const isKnown = layoutIsKnown(doc)
    if (!isKnown) return { title: '', pieces: [], isKnown, review: null, anchors: {} }
    const { title, blocks } = settledPage(doc)
    return {
      title,
      pieces: jsonOf(blocks),
      isKnown,
      review: readReview(doc),
      anchors: anchorsIn(doc),
    }
  },

  /** What the page reads like; null for one of a newer layout, of which this program would read something else. */
  project({ stored }: { stored: StoredBytes }): ReadProjection | null {
    return read(docOf(stored).doc)
  },

  /** What waits for a decision in the page. */
  review({ stored }: { stored: StoredBytes }): PendingSuggestion[] {
    const { doc } = docOf(stored)
    return layoutIsKnown(doc) ? pendingIn(doc) : []
  },

  /** The snapshot that stands for all that is stored but what cannot be read, packed, and what the page reads like. */
  async fold({ stored }: { stored: StoredBytes }): Promise<Folded> {
    const { doc, unread } = docOf(stored)
    const state = Y.encodeStateAsUpdate(doc)
    const size = { bytes: state.byteLength, weight: weightOf(doc) }
    return { packed: await packState(state), size, unread, projection: read(doc) }
  },

  /** How much the page takes up. */
  measure({ stored }: { stored: StoredBytes }): Size {
    const { doc } = docOf(stored)
    return { bytes: Y.encodeStateAsUpdate(doc).byteLength, weight: weightOf(doc) }
  },

  /** A new page that says this, as it is stored. */
  async make({ page, author }: { page: PageToMake; author: string }): Promise<MadeContent> {
    const { id, title, rich, review, anchors = [] } = page
    const plain = () => {
      const doc = createPageDoc(id)
      writeContent(doc, { title, rich })
      return doc
    }
    const words = crypto.getRandomValues(new Uint32Array(1))[0] as number
    const reviewed = review ? pageWithReview(plain, review, { author, words }) : null
    const doc = reviewed ?? plain()
    const anchored = writeAnchors(doc, anchors, MOST_ANCHORED)
    const state = Y.encodeStateAsUpdate(doc)
    if (!hasRoomForBlocks(createPageDoc(), state) || weightOf(doc) > LIMITS.pageWeight)
      throw new AppError('too-large', t('The page would become too large.'))
    const isReviewed = !review || reviewed !== null
    const named = [...idsNamedIn(state)]
    return { packed: await packState(state), named, projection: readKnown(doc), anchored, isReviewed }
  },

  /**
   * The edit that such a change is; no update when there is nothing to write. It merges with what others write
   * meanwhile, as an edit does that was made in the same moment.
   */
  plan({ stored, change }: { stored: StoredBytes; change: PageChange }): PlannedChange {
    const { doc } = docOf(stored)
    return changeOf(doc, change)
  },

  /** The edit that suggests operations in the page, and what came of each. */
  suggest({
    stored,
    operations,
  }: {
    stored: StoredBytes
    operations: readonly SignedOperation[]
  }): Suggested {
    const { doc } = docOf(stored)
    if (!layoutIsKnown(doc)) return { update: null, outcomes: [] }
    const words = crypto.getRandomValues(new Uint32Array(1))[0] as number
    let outcomes: OperationOutcome[] = []
    const update = updateBy(doc, () => {
      outcomes = suggestOperations(doc, operations, words)
    })
    return { update, outcomes }
  },

  /** What decides about an edit of the page, and the edit in pieces; null for one that cannot be read. */
  judge({ stored, update }: { stored: StoredBytes; update: Uint8Array }): Judged | null {
    try {
      decodeOnce(update)
    } catch {
      return null
    }
    return judged(docOf(stored).doc, update)
  },

  /** The edit by which a page in this state comes to say what is wanted, and the state after it, packed. */
  async planFrom({ stored, wanted }: { stored: StoredBytes; wanted: StoredSaying }) {
    const { doc } = docOf(stored)
    const update = updateBy(doc, () => writeContent(doc, wanted))
    return { update, after: await packState(Y.encodeStateAsUpdate(doc)) }
  },
}

/** A page with what is suggested of it; the blocks as JSON. */
export interface StoredReview {
  title: string
  /** The blocks, as `blocks-as-json` writes them. */
  pieces: string[]
  isKnown: boolean
  /** The authors are ids. */
  review: CarriedReview | null
  /** By discussion. */
  anchors: Record<string, CarriedSpan[]>
}

/** A page that is about to be made: `rich` is its settled blocks as JSON. */
export interface PageToMake {
  id: string
  title: string
  rich: string
  /** What a file suggests of it. */
  review?: CarriedReview | undefined
  /** Where discussions of a file stand. */
  anchors?: readonly { discussion: string; spans: readonly CarriedSpan[] }[] | undefined
}

/** Ranges of ids that a discussion is about at most. */
const MOST_ANCHORED = 500

/** An edit that was worked out on a page as it stood at one moment, to be applied to whatever the page is by then. */
export interface PlannedFrom {
  before: PageContent
  /** Null when nothing changes. */
  update: Uint8Array | null
  /** The page's state with this edit and nothing that came later, packed. */
  after: Uint8Array
}

/** What a page says, the blocks as JSON. */
export interface StoredSaying {
  title: string
  rich: string
}

/** What a page says, to be handed to a worker. */
export const sayingOf = ({ title, blocks }: PageContent): StoredSaying => ({
  title,
  rich: JSON.stringify(blocks),
})

/** A change of a page that can be handed to a worker. */
export type PageChange =
  /** It is to say this; what is left out stays. */
  | { do: 'write'; title?: string | undefined; rich?: string | undefined }
  /** These blocks come behind those that it has. It is a conflict when it has one of their ids, at any level, already. */
  | { do: 'append'; rich: string }
  /**
   * An edit that was worked out when the page said `before`, so that it would say `wanted`. It is a conflict when others have written
   * some of the same words since: then they would be there twice.
   */
  | { do: 'merge'; update: Uint8Array; before: StoredSaying; wanted: StoredSaying }
  /** The page is to say `wanted` as if that had been written in the state `from`. It is a conflict when it does not hold that state. */
  | { do: 'take-back'; from: Uint8Array; wanted: StoredSaying }
  | Decision
  /**
   * A decision is taken back as its editor would: `update` is what it wrote when the page was stored as `before`. It is a conflict
   * when the same decision about that writes something else.
   */
  | { do: 'take-back-decision'; before: StoredBytes; decision: Decision; update: Uint8Array }

/** What is suggested is accepted or rejected: by these names, or all of an author, or all. */
export interface Decision {
  do: 'decide'
  sids: readonly string[] | null
  author: string | null
  isAccepted: boolean
  /** The Yjs client that writes it; nobody else's. */
  client?: number
}

export type Outcome = 'changed' | 'same' | 'conflict'

export interface PlannedChange {
  outcome: Outcome
  update: Uint8Array | null
}

export interface Suggested {
  /** Null when nothing is suggested. */
  update: Uint8Array | null
  outcomes: OperationOutcome[]
}

/** Those that are gone by now are passed over. */
function decideIn(doc: Y.Doc, { sids, author, isAccepted, client }: Decision): void {
  if (client !== undefined) doc.clientID = client
  withSuggestions(doc, (suggestions) => {
    const named = sids === null ? suggestions.sids : sids.filter((sid) => suggestions.has(sid)).sort(byText)
    const chosen = named.filter((sid) => author === null || suggestionAuthor(sid) === author)
    const index = markedIndex(doc, suggestions)
    try {
      decide(index, suggestions, chosenSids(suggestions, chosen), isAccepted, undefined, { notes: true })
    } finally {
      index.close()
    }
  })
}

/** Where a decision is made again in order to be taken back. */
const AGAIN = Symbol('decided again')

function takeBack(
  doc: Y.Doc,
  { before, decision, update }: Extract<PageChange, { do: 'take-back-decision' }>,
): { update: Uint8Array | null; outcome: Outcome } {
  const own = docOf(before).doc
  const undo = new PageUndo(own, AGAIN)
  try {
    const made = updateBy(own, () => decideIn(own, decision), AGAIN)
    if (made === null || Buffer.compare(made, update) !== 0) return { update: null, outcome: 'conflict' }
    own.clientID = new Y.Doc().clientID
    Y.applyUpdate(own, Y.encodeStateAsUpdate(doc))
    const updates: Uint8Array[] = []
    own.on('update', (bytes: Uint8Array) => updates.push(bytes))
    undo.undo()
    return outcomeOf(updates.length > 0 ? Y.mergeUpdates(updates) : null)
  } finally {
    undo.destroy()
  }
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function changeOf(doc: Y.Doc, change: PageChange): { update: Uint8Array | null; outcome: Outcome } {
  switch (change.do) {
    case 'write':
      return outcomeOf(updateBy(doc, () => writeContent(doc, change)))
    case 'append': {
      const there = settledBlocks(doc)
      // Written by the server, from blocks that were checked.
      const more = JSON.parse(change.rich) as Block[]
      const taken = blockIdsIn(there)
      if ([...blockIdsIn(more)].some((id) => taken.has(id))) return { update: null, outcome: 'conflict' }
      const wanted = [...there, ...more]
      requireRoom(wanted, there)
      return outcomeOf(updateBy(doc, () => applyBlocks(doc, wanted)))
    }
    case 'merge': {
      const [before, wanted] = [contentIn(change.before), contentIn(change.wanted)]
      const isFree = samePage(
        stillWanted(wanted, before, settledPage(doc)),
        stillWanted(wanted, before, before),
      )
      return isFree ? outcomeOf(change.update) : { update: null, outcome: 'conflict' }
    }
    case 'decide':
      return outcomeOf(updateBy(doc, () => decideIn(doc, change)))
    case 'take-back-decision':
      return takeBack(doc, change)
    case 'take-back': {
      const from = unpackState(change.from)
      if (!holdsState(doc, from)) return { update: null, outcome: 'conflict' }
      const wanted = contentIn(change.wanted)
      const current = settledPage(doc)
      if (samePage(current, wanted)) return outcomeOf(null)
      return outcomeOf(planEdit(from, (before) => stillWanted(wanted, before, current)).update)
    }
  }
}

/** The ids of these blocks and of all inside them. */
export function blockIdsIn(blocks: readonly Block[]): Set<string> {
  const ids = new Set<string>()
  const rest = [...blocks]
  for (let block = rest.pop(); block; block = rest.pop()) {
    ids.add(block.id)
    rest.push(...(block.children ?? []))
  }
  return ids
}

const outcomeOf = (update: Uint8Array | null) => ({ update, outcome: update ? 'changed' : 'same' }) as const

const contentIn = ({ title, rich }: StoredSaying): PageContent => ({
  title,
  // Written by the server, from the blocks of a page.
  blocks: JSON.parse(rich) as Block[],
})

/** What `write` changes, as one update; null when that is nothing. */
function updateBy(doc: Y.Doc, write: () => void, origin: unknown = null): Uint8Array | null {
  const made: Uint8Array[] = []
  const note = (update: Uint8Array) => made.push(update)
  doc.on('update', note)
  doc.transact(write, origin)
  doc.off('update', note)
  return made.length > 0 ? Y.mergeUpdates(made) : null
}

export interface Folded {
  packed: Uint8Array
  /** Of the state, unpacked. */
  size: Size
  /** Places in `rows`. */
  unread: number[]
  projection: ReadProjection | null
}

/** A page as it is first stored. */
export interface MadeContent {
  packed: Uint8Array
  /** Whatever in it has the form of a file's id (`idsNamedIn`): the page shows those that its writer may see. */
  named: string[]
  projection: ReadProjection
  /** The characters that discussions are about. */
  anchored: Record<string, { client: number; clock: number; length: number }[]>
  /** Could all be suggested that was to be? */
  isReviewed: boolean
}

function writeContent(
  doc: Y.Doc,
  { title, rich }: { title?: string | undefined; rich?: string | undefined },
): void {
  if (title !== undefined) setSettledTitle(doc, title)
  if (rich !== undefined) applyBlocks(doc, JSON.parse(rich) as Block[])
}

function docOf({ snapshot, rows }: StoredBytes): { doc: Y.Doc; unread: number[] } {
  const doc = new Y.Doc()
  // A snapshot that cannot be read fails the whole: going on without it would replace the page by nothing.
  if (snapshot) Y.applyUpdate(doc, unpackState(snapshot))
  const unread: number[] = []
  for (const [at, row] of rows.entries()) {
    try {
      // Read to its end first: what is cut off must not be applied in half.
      Y.decodeUpdate(row)
      Y.applyUpdate(doc, row)
    } catch {
      // One bad row must not take the page away; who asked is told which it is.
      unread.push(at)
    }
  }
  return { doc, unread }
}

const read = (doc: Y.Doc): ReadProjection | null => (layoutIsKnown(doc) ? readKnown(doc) : null)

function readKnown(doc: Y.Doc): ReadProjection {
  const projection = projectionOf(doc)
  const { title, plain_text: text, content_rich: rich } = projection
  return { ...projection, cut: cutWords({ title, text }), links: readLinks(rich), named: namedIdsIn(rich) }
}
