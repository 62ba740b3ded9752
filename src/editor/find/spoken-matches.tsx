import type { Editor } from '@tiptap/core'
import type { Node as PMNode } from '@tiptap/pm/model'
import { useMemo } from 'react'
import { useEditorValue } from '@/blocks/kit/use-editor-value'
import { nameOf } from '@/blocks/media/figure'
import { type SpokenWords, spokenIn } from '@/blocks/media/transcription'
import { t } from '@/shared/i18n'
import { clock, showMoment } from '../media/player-time'
import { type FindQuery, findIn, patternOf } from './pattern'

/** The most that are listed. */
const MOST = 50

interface Match extends SpokenWords {
  name: string
}

/** Where the words are said in the recordings of the page. Of what somebody typed as a pattern nothing is looked for here: it could take for ever. */
export function spokenMatches(doc: PMNode, query: FindQuery): Match[] {
  if (query.words.trim() === '' || query.isPattern) return []
  const pattern = patternOf(query)
  if ('problem' in pattern) return []
  const found: Match[] = []
  doc.descendants((node) => {
    if (found.length >= MOST || node.isTextblock) return false
    const { id, transcription } = node.attrs
    if (!transcription || typeof id !== 'string') return true
    for (const words of spokenIn([{ id, kind: node.type.name, attributes: { transcription } }]))
      if (found.length < MOST && findIn(words.text, pattern).length > 0)
        found.push({ ...words, name: nameOf(node.attrs) })
    return false
  })
  return found
}

/** What is said on the page with these words: a press goes to the moment. */
export function SpokenMatches({ editor, query }: { editor: Editor; query: FindQuery }) {
  const doc = useEditorValue(editor, ({ state }) => state.doc)
  const matches = useMemo(() => spokenMatches(doc, query), [doc, query])
  if (matches.length === 0) return null
  return (
    <section aria-label={t('Said in recordings')} className="find-spoken">
      <h2>{t('Said in recordings ({count})', { count: matches.length })}</h2>
      <ul>
        {matches.map(({ blockId, text, start, name }) => (
          <li key={`${blockId} ${start} ${text}`}>
            <button type="button" onClick={() => showMoment(editor.view, blockId, start ?? 0)}>
              {start !== null && <time>{clock(start)}</time>} <span>{text}</span>{' '}
              <span className="find-spoken-name">{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
