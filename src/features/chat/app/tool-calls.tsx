import { Check, LoaderCircle, TriangleAlert } from 'lucide-react'
import { t } from '@/shared/i18n'
import type { ToolCall } from '../model'
import { durationWords } from './duration'

/** What was looked up for an answer: with what, how far it is, how long it took, and what came of it (product.md 3.16). */
export function ToolCalls({ calls }: { calls: readonly ToolCall[] }) {
  if (calls.length === 0) return null
  return (
    <ul className="chat-tools" aria-label={t('Looked up')}>
      {calls.map((call) => (
        <li key={call.toolId}>
          <Call call={call} />
        </li>
      ))}
    </ul>
  )
}

function Call({ call }: { call: ToolCall }) {
  const { toolName, status, parameters, result, error, startedAt, completedAt } = call
  const Sign = { running: LoaderCircle, done: Check, failed: TriangleAlert }[status]
  return (
    <details>
      <summary>
        <Sign aria-hidden size={14} className={status === 'running' ? 'animate-spin' : undefined} />
        <span className="chat-tool-name">{nameOf(toolName)}</span>
        <span className="chat-tool-state">
          {stateOf(status)}
          {completedAt !== null && ` · ${durationWords(Date.parse(completedAt) - Date.parse(startedAt))}`}
        </span>
      </summary>
      <dl>
        <dt>{t('Parameters')}</dt>
        <dd>
          <pre>{JSON.stringify(parameters, null, 2)}</pre>
        </dd>
        {result !== null && (
          <>
            <dt>{t('Result')}</dt>
            <dd>
              <pre>{result}</pre>
            </dd>
          </>
        )}
        {error !== null && (
          <>
            <dt>{t('Error')}</dt>
            <dd>{error}</dd>
          </>
        )}
      </dl>
    </details>
  )
}

const nameOf = (toolName: string): string =>
  ({
    search_pages: t('Search pages'),
    read_page: t('Read page'),
    list_pages: t('List pages'),
    create_page: t('Ask to create a page'),
    read_for_edits: t('Read page for edits'),
    propose_edits: t('Ask to suggest edits'),
  })[toolName] ?? toolName

const stateOf = (status: ToolCall['status']): string =>
  ({ running: t('Running'), done: t('Done'), failed: t('Failed') })[status]
