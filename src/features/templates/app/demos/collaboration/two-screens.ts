import {
  Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { applyBlocks, createLiveDoc } from '@/document'
import type { EditorSourceLive } from '@/editor/source'

/** Updates that came over the line, which are not sent back. */
const LINE = 'line'

/** A page as two sample people have it open, with a line between them that can be cut. Nothing leaves this browser. */
export interface TwoScreens {
  sources: readonly [EditorSourceLive, EditorSourceLive]
  /** While it is cut, both go on writing; once it is whole again each gets what the other wrote meanwhile. */
  connect(isConnected: boolean): void
  close(): void
}

export function openTwoScreens(
  blocks: readonly Block[],
  people: readonly [EditorSourceLive['user'], EditorSourceLive['user']],
): TwoScreens {
  const first = createLiveDoc('collaboration')
  applyBlocks(first, blocks)
  const second = createLiveDoc('collaboration')
  Y.applyUpdate(second, Y.encodeStateAsUpdate(first))
  const docs = [first, second] as const
  const presences = [new Awareness(first), new Awareness(second)] as const
  let isWhole = true

  const meet = (from: 0 | 1, to: 0 | 1) => {
    Y.applyUpdate(docs[to], Y.encodeStateAsUpdate(docs[from], Y.encodeStateVector(docs[to])), LINE)
    const there = encodeAwarenessUpdate(presences[from], [docs[from].clientID])
    applyAwarenessUpdate(presences[to], there, LINE)
  }
  for (const [from, to] of [
    [0, 1],
    [1, 0],
  ] as const) {
    docs[from].on('update', (update: Uint8Array, origin: unknown) => {
      if (isWhole && origin !== LINE) Y.applyUpdate(docs[to], update, LINE)
    })
    presences[from].on('update', (_changes: unknown, origin: unknown) => {
      if (!isWhole || origin === LINE || !presences[from].getLocalState()) return
      applyAwarenessUpdate(presences[to], encodeAwarenessUpdate(presences[from], [docs[from].clientID]), LINE)
    })
  }

  return {
    sources: [0, 1].map((i) => ({
      kind: 'live',
      doc: docs[i]!,
      awareness: presences[i]!,
      user: people[i]!,
    })) as unknown as TwoScreens['sources'],
    connect(isConnected) {
      isWhole = isConnected
      if (isConnected) {
        meet(0, 1)
        meet(1, 0)
      } else {
        // Who cannot be heard is not shown as being there.
        removeAwarenessStates(presences[0], [second.clientID], LINE)
        removeAwarenessStates(presences[1], [first.clientID], LINE)
      }
    },
    close() {
      for (const presence of presences) presence.destroy()
      for (const doc of docs) doc.destroy()
    },
  }
}
