import type * as Y from 'yjs'
import {
  type Change,
  type Described,
  describePending,
  type LoggedSummary,
  traceOf,
  withSuggestions,
} from '@/document'

/** A suggestion as the log keeps it: JSON of what a card shows of it, and of what tells later what became of it. */
export interface PendingSuggestion {
  sid: string
  authorId: string
  model: string | null
  summary: string
  trace: string
}

/** Changes and blocks that a summary names, and characters of a value in it. */
const MOST = 3
const LONGEST_VALUE = 200

/** The suggestions of a page that wait for a decision. */
export function pendingIn(doc: Y.Doc): PendingSuggestion[] {
  return withSuggestions(doc, (suggestions) =>
    describePending(doc, suggestions).map((described) => ({
      sid: described.suggestionId,
      authorId: described.userId,
      model: described.via,
      summary: JSON.stringify(summaryOf(described)),
      trace: JSON.stringify(traceOf(suggestions, described.suggestionId)),
    })),
  )
}

const summaryOf = (described: Described): LoggedSummary => {
  const { type, text, newText, isOfTitle, changes, more, blocks } = described
  return {
    ...{ type, text, newText, isOfTitle },
    changes: changes.slice(0, MOST).map(withShortValues),
    more: more + Math.max(0, changes.length - MOST),
    blocks: blocks.slice(0, MOST),
  }
}

/** A value may be long; one that is counts as not told. */
function withShortValues(change: Change): Change {
  if (!('set' in change)) return change
  const short = (value: unknown) => JSON.stringify(value).length <= LONGEST_VALUE
  if (change.change === 'formatText')
    return {
      ...change,
      set: Object.fromEntries(Object.entries(change.set).filter(([, value]) => short(value))),
    }
  return { ...change, set: change.set.filter(({ was, to }) => short(was) && short(to)) }
}
