import * as Y from 'yjs'
import type { Block } from '@/blocks/kit/block'
import { sameJson } from '../format/layout'
import { applyBlocks } from '../page-index/blocks'
import { type PageContent, settledPage } from '../page-index/settled-page'
import { setSettledTitle } from '../review/titles'

/** An edit that was worked out on a page as it stood at one moment, to be applied to whatever the page is by then. */
export interface PlannedEdit {
  before: PageContent
  /** Null when nothing changes. */
  update: Uint8Array | null
  /** The page's state with this edit and nothing that came later. */
  after: Uint8Array
}

/**
 * Works out how a page in this state comes to say what `wanted` answers. The edit is made as by somebody who has the page
 * in exactly this state, so it merges with everything that others have written since, as theirs do: what they wrote later
 * stays, wherever it was written (R47). `state` is an update of Yjs with all of the page.
 */
export function planEdit(state: Uint8Array, wanted: (before: PageContent) => PageContent): PlannedEdit {
  const doc = new Y.Doc()
  try {
    Y.applyUpdate(doc, state)
    const before = settledPage(doc)
    const { title, blocks } = wanted(before)
    const made: Uint8Array[] = []
    doc.on('update', (update: Uint8Array) => made.push(update))
    doc.transact(() => {
      setSettledTitle(doc, title)
      applyBlocks(doc, blocks)
    })
    const update = made.length > 0 ? Y.mergeUpdates(made) : null
    return { before, update, after: Y.encodeStateAsUpdate(doc) }
  } finally {
    doc.destroy()
  }
}

/**
 * What of `wanted` is still to be written when the page has come to say `now` since it said `before`: a text that stands
 * there already is left as it was before, because the same words written by two are there twice when both meet.
 */
export function stillWanted(wanted: PageContent, before: PageContent, now: PageContent): PageContent {
  const was = textsOf(before.blocks)
  const is = textsOf(now.blocks)
  const left = (block: Block): Block => {
    const { text, children, ...rest } = block
    const isThere = is.has(block.id) && sameJson(is.get(block.id), text ?? [])
    const kept = isThere ? was.get(block.id) : text
    return { ...rest, ...(kept && { text: kept }), ...(children && { children: children.map(left) }) }
  }
  return { title: now.title === wanted.title ? before.title : wanted.title, blocks: wanted.blocks.map(left) }
}

function textsOf(blocks: readonly Block[], texts = new Map<string, NonNullable<Block['text']>>()) {
  for (const { id, text = [], children } of blocks) {
    texts.set(id, text)
    if (children) textsOf(children, texts)
  }
  return texts
}

export const samePage = (a: PageContent, b: PageContent): boolean =>
  a.title === b.title && sameJson(a.blocks, b.blocks)

/** Does the page hold everything that was ever written in this state, an update of Yjs, be it deleted by now? */
export function holdsState(doc: Y.Doc, state: Uint8Array): boolean {
  const clocks = Y.decodeStateVector(Y.encodeStateVectorFromUpdate(state))
  for (const [client, clock] of clocks) if (Y.getState(doc.store, client) < clock) return false
  return true
}
