import type { Editor } from '@tiptap/core'
import { useEffect } from 'react'
import type { DiscussionPlace } from '@/document'
import { type MarginCard, marginCards } from '@/editor/margin/margin-cards'
import { endDraft } from './begin'
import { activeThread, type DraftThread, draftThread } from './comment-state'
import { DraftCard } from './draft-card'
import { isReplyBegun } from './thread-actions'
import ThreadCard from './thread-card'
import { type PageThreads, Readers } from './use-threads'

const FEATURE = 'comments'
const OWN = 'comment '
const cardOf = (thread: string): string => OWN + thread

interface Given {
  page: PageThreads
  draft: DraftThread | null
  places: readonly DiscussionPlace[] | null
  orphans: ReadonlySet<string>
  /** Another part of the screen shows the threads: there are no cards then. */
  isElsewhere: boolean
  /** Where a thread stands in the editor now. */
  placeOf(id: string): { from: number; to: number } | null
}

/** Gives the open threads of a page, and the one that is being begun, as cards beside the text. */
export function useMarginThreads(editor: Editor, given: Given): void {
  const { page, draft, places, orphans, isElsewhere, placeOf } = given
  useEffect(() => {
    const cards = isElsewhere || places === null ? [] : cardsOf(page, draft, places, orphans, placeOf)
    marginCards(editor).give(FEATURE, cards)
  }, [editor, page, draft, places, orphans, isElsewhere, placeOf])
  useEffect(() => () => marginCards(editor).give(FEATURE, []), [editor])
  useEffect(() => {
    const margin = marginCards(editor)
    const shown = () => {
      const now = margin.active.get()
      return now?.startsWith(OWN) ? now.slice(OWN.length) : null
    }
    const tell = () => {
      const wanted = activeThread.get()
      if (wanted !== shown()) margin.activate(wanted === null ? null : cardOf(wanted), { stay: true })
    }
    const follow = () => {
      const now = shown()
      if (now === activeThread.get()) return
      if (now === null && draftThread.get()) endDraft()
      activeThread.set(now)
    }
    const ends = [activeThread.subscribe(tell), margin.active.subscribe(follow)]
    tell()
    return () => {
      for (const end of ends) end()
    }
  }, [editor])
}

function cardsOf(
  { threads, reader, begin }: PageThreads,
  draft: DraftThread | null,
  places: readonly DiscussionPlace[],
  orphans: ReadonlySet<string>,
  placeOf: Given['placeOf'],
): MarginCard[] {
  const byThread = new Map<string, DiscussionPlace>()
  for (const place of places) if (!byThread.has(place.discussion)) byThread.set(place.discussion, place)
  const cards = threads.flatMap((thread): MarginCard[] => {
    // A reply that was begun before somebody resolved it can still be sent.
    if ((thread.resolved !== null && !isReplyBegun(reader, thread)) || orphans.has(thread.id)) return []
    const place = byThread.get(thread.id)
    return [
      {
        id: cardOf(thread.id),
        kind: 'comment',
        block: place?.block ?? thread.block,
        offset: place && !place.isBlock ? place.from : 0,
        range: () => (place && !place.isBlock ? placeOf(thread.id) : null),
        render: (isActive) => (
          <Readers reader={reader}>
            <ThreadCard
              thread={thread}
              isActive={isActive}
              isOrphan={false}
              // Its words are marked as suggested, and not as discussed.
              hasQuote={thread.kind === 'suggestion'}
              onActivate={() => activeThread.set(thread.id)}
            />
          </Readers>
        ),
      },
    ]
  })
  if (!draft) return cards
  const { range, beginning } = draft
  return [
    ...cards,
    {
      id: cardOf(draft.id),
      kind: 'comment',
      block: beginning.block,
      offset: range?.from ?? 0,
      range: () => {
        const now = draftThread.get()?.range
        return now && !now.isBlock ? now : null
      },
      render: () => (
        <Readers reader={reader}>
          <DraftCard draft={draft} begin={begin} />
        </Readers>
      ),
    },
  ]
}
