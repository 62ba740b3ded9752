import * as Y from 'yjs'
import type { Block } from '@/blocks/kit/block'
import { applyBlocks, blocksOf } from './beads/blocks'
import { setTitle, titleOf } from './page-doc'

/** What a page says. */
export interface PageContent {
  title: string
  blocks: Block[]
}

/** An edit that was worked out on a page as it stood at one moment, to be applied to whatever the page is by then. */
export interface PlannedEdit {
  before: PageContent
  /** Null when nothing changes. */
  update: Uint8Array | null
  /** The page's state with this edit and nothing that came later. */
  after: Uint8Array
}

export const contentOf = (doc: Y.Doc): PageContent => ({ title: titleOf(doc), blocks: blocksOf(doc) })

/**
 * Works out how a page in this state comes to say what `wanted` answers. The edit is made as by somebody who has the page
 * in exactly this state, so it merges with everything that others have written since, as theirs do: what they wrote later
 * stays, wherever it was written (R47). `state` is an update of Yjs with all of the page.
 */
export function planEdit(state: Uint8Array, wanted: (before: PageContent) => PageContent): PlannedEdit {
  const doc = new Y.Doc()
  try {
    Y.applyUpdate(doc, state)
    const before = contentOf(doc)
    const { title, blocks } = wanted(before)
    const made: Uint8Array[] = []
    doc.on('update', (update: Uint8Array) => made.push(update))
    doc.transact(() => {
      setTitle(doc, title)
      applyBlocks(doc, blocks)
    })
    const update = made.length > 0 ? Y.mergeUpdates(made) : null
    return { before, update, after: Y.encodeStateAsUpdate(doc) }
  } finally {
    doc.destroy()
  }
}
