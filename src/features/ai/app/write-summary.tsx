import { useQuery } from '@tanstack/react-query'
import { Sparkles, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { trpc } from '@/app/rpc'
import { openPage } from '@/editor/open-pages'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { IconButton } from '@/ui/button'
import { toast } from '@/ui/toast'
import { aiSettings } from './ai-settings'
import { AskFailed, ask } from './ask'

/** Characters of the page that are read: enough to say what it is about, also for a small model. */
const READ = 6_000
interface WriteSummaryProps {
  hasSummary: boolean
  onWriting(isWriting: boolean): void
  /** Given the sentence, or null when none came. */
  onWritten(summary: string | null): void
}

/** Has a model say what the page on the screen is about. Nothing is shown where no model is set up. */
export default function WriteSummary({ hasSummary, onWriting, onWritten }: WriteSummaryProps) {
  const about = useQuery(trpc.ai.about.queryOptions()).data
  const running = useRef<AbortController | null>(null)
  const [isWriting, setWriting] = useState(false)
  useEffect(() => () => running.current?.abort(new Error('closed')), [])
  const { openai, anthropic } = aiSettings()
  if (!about?.mayUse || !(about.isConfigured || openai !== '' || anthropic !== '')) return null

  const write = async () => {
    const page = openPage()
    if (!page) return
    const controller = new AbortController()
    running.current = controller
    setWriting(true)
    onWriting(true)
    let summary: string | null = null
    try {
      const { markdownOfPage, readPage } = await import('./apply')
      const { state } = page.view
      let words = ''
      const selection = markdownOfPage(readPage(state, { from: 0, to: 0 }).page)
        .slice(0, READ)
        .toWellFormed()
      if (selection === '') toast(t('The page is empty, so there is nothing to summarize.'))
      else {
        const { isSample } = await ask(
          '/api/ai/command',
          { command: 'describe', selection },
          {
            signal: controller.signal,
            onWords(all) {
              words = all
            },
          },
        )
        if (!isSample) summary = oneSentence(words)
      }
    } catch (error) {
      if (!controller.signal.aborted)
        toast.error(error instanceof AskFailed ? error.message : t('The server did not answer. Try again.'))
    }
    if (controller.signal.reason instanceof Error && controller.signal.reason.message === 'closed') return
    setWriting(false)
    onWriting(false)
    onWritten(summary)
  }
  return isWriting ? (
    <IconButton label={t('Stop')} onClick={() => running.current?.abort(new Error('stopped'))}>
      <Square aria-hidden />
    </IconButton>
  ) : (
    <IconButton
      label={hasSummary ? t('Write the summary anew with AI') : t('Write the summary with AI')}
      // The focus stays in the field, which would go without it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => void write()}
    >
      <Sparkles aria-hidden />
    </IconButton>
  )
}

/** What a model wrote as the plain line that a summary is. */
const oneSentence = (words: string): string | null => {
  const line = words
    .replace(/[*_`#>]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^["“](.*)["”]$/, '$1')
  return line === '' ? null : line.slice(0, LIMITS.summary).toWellFormed()
}
