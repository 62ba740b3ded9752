import { UNTITLED } from '@/features/pages/model'
import { InboxRow, toldOf } from '@/features/review/app/inbox-row'
import type { Decision } from '@/features/review/app/use-inbox'
import type { TextMention } from '../model'
import { MentionRow } from './mention-row'
import type { WaitingRow } from './waiting'

export interface WaitingRowsProps {
  rows: readonly WaitingRow[]
  /** Mentions in the text of pages, which stand first. */
  mentions?: readonly TextMention[]
  decide(asked: Decision): void
}

/** What waits for the person, each with its page; suggestions are decided about right here. */
export default function WaitingRows({ rows, mentions = [], decide }: WaitingRowsProps) {
  return (
    <ul>
      {mentions.map((mention) => (
        <li key={`${mention.documentId} ${mention.blockId}`} className="h-[76px]">
          <MentionRow mention={mention} />
        </li>
      ))}
      {rows.map(({ page, row }) => (
        <li
          key={`${row.reason} ${row.type === 'suggestion' ? row.suggestionId : row.discussionId}`}
          className="h-[76px]"
        >
          <InboxRow
            documentId={page.id}
            pageTitle={page.title || UNTITLED()}
            row={row}
            onDecide={(isAccepted) =>
              row.type === 'suggestion' &&
              decide({
                documentId: page.id,
                suggestionId: row.suggestionId,
                isAccepted,
                told: toldOf(row, isAccepted),
              })
            }
          />
        </li>
      ))}
    </ul>
  )
}
