import { plainTextOf } from '@/blocks'
import type { Change, LoggedSummary } from '@/document'
import type { AiAnswerRow } from '@/server/db/schema'
import { blocksOfAnswer } from '../../safe-blocks'

/** Characters of the words that are kept on record, as of other decisions. */
const QUOTED = 120
/** Characters of the answer's Markdown that are read for them: a long one takes long to be read. */
const READ = 4_000

/** What the answer has put in the place of what, as decisions are shown. */
export function summaryOf({ about, content }: Pick<AiAnswerRow, 'about' | 'content'>): LoggedSummary {
  const [text, newText] = [about, plainTextOf(blocksOfAnswer(content.slice(0, READ)))].map(quoted) as [
    string,
    string,
  ]
  const change: Change =
    text === '' ? { change: 'insertText', newText } : { change: 'replaceText', text, newText }
  return {
    type: text === '' ? 'insert' : 'replace',
    text,
    newText,
    isOfTitle: false,
    changes: [change],
    more: 0,
    blocks: [],
  }
}

function quoted(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim()
  return line.length > QUOTED ? `${line.slice(0, QUOTED).toWellFormed()}…` : line
}
