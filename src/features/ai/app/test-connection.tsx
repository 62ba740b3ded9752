import { Check, CircleMinus, Loader, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { fetchAs } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { CONNECTION_PARTS, type ConnectionPart, type PartResult } from '../model'
import type { ModelAccess } from './ai-settings'
import { refusalOf } from './ask'

type Shown = PartResult | 'waiting' | 'testing'

const partWords = (part: ConnectionPart): string =>
  ({
    chat: t('Chat'),
    streaming: t('Streaming'),
    tools: t('Tools'),
    embeddings: t('Embeddings'),
    transcription: t('Transcription'),
  })[part]

/** Tries each part of what is set up, and says of each by itself whether it works, how fast, or why not. */
export function TestConnection({ access, disabled }: { access: ModelAccess; disabled: boolean }) {
  const [results, setResults] = useState<Partial<Record<ConnectionPart, Shown>> | null>(null)
  const running = useRef<AbortController | null>(null)
  const [isRunning, setRunning] = useState(false)
  useEffect(() => () => running.current?.abort(), [])

  const run = async () => {
    const controller = new AbortController()
    running.current = controller
    setRunning(true)
    setResults(Object.fromEntries(CONNECTION_PARTS.map((part) => [part, 'waiting'])))
    for (const part of CONNECTION_PARTS) {
      setResults((before) => ({ ...before, [part]: 'testing' }))
      const result = await test(part, access, controller.signal)
      if (controller.signal.aborted) return
      setResults((before) => ({ ...before, [part]: result }))
    }
    setRunning(false)
  }
  return (
    <section aria-label={t('Connection')} className="flex flex-col gap-2 border-t border-border pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 flex-1 text-xs text-text-muted">
          {t('Makes one short request for each part, with what is entered above.')}
        </p>
        <Button onClick={() => void run()} disabled={disabled || isRunning}>
          {isRunning ? t('Testing…') : t('Test connection')}
        </Button>
      </div>
      {results && (
        <ul aria-live="polite" aria-busy={isRunning} className="flex flex-col gap-1.5">
          {CONNECTION_PARTS.map((part) => (
            <li key={part} className="flex items-start gap-2 text-sm">
              <Sign of={results[part] ?? 'waiting'} />
              <span className="w-28 shrink-0 font-medium">{partWords(part)}</span>
              <span className="min-w-0 flex-1 break-words text-text-muted">
                <Words of={results[part] ?? 'waiting'} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

async function test(part: ConnectionPart, access: ModelAccess, signal: AbortSignal): Promise<PartResult> {
  try {
    const answer = await fetchAs('/api/ai/test', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ part, ...access }),
      signal,
    })
    if (answer.ok) return (await answer.json()) as PartResult
    return { state: 'failed', words: await refusalOf(answer) }
  } catch {
    return { state: 'failed', words: t('The server cannot be reached.') }
  }
}

function Sign({ of: shown }: { of: Shown }) {
  const className = 'mt-0.5 size-4 shrink-0'
  if (shown === 'waiting') return <span className={className} />
  if (shown === 'testing')
    return <Loader aria-hidden className={`${className} animate-spin text-text-faint`} />
  if (shown.state === 'works') return <Check aria-hidden className={`${className} text-success`} />
  if (shown.state === 'missing') return <CircleMinus aria-hidden className={`${className} text-text-faint`} />
  return <TriangleAlert aria-hidden className={`${className} text-danger`} />
}

function Words({ of: shown }: { of: Shown }) {
  if (shown === 'waiting') return null
  if (shown === 'testing') return t('Testing… A local model may have to be loaded first.')
  const { state, words, milliseconds } = shown
  const said =
    state === 'works'
      ? t('Works. {words}', { words })
      : state === 'missing'
        ? t('Not there. {words}', { words })
        : t('Failed. {words}', { words })
  return milliseconds === undefined ? said : `${said} ${t('({milliseconds} ms)', { milliseconds })}`
}
