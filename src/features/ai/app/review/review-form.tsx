import { useQuery } from '@tanstack/react-query'
import { WandSparkles } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { lookLabels, REVIEW_LOOKS, type ReviewLook } from '../../model'
import { aiSettings } from '../ai-settings'
import { showApiSettings } from '../api-settings-window'
import type { usePageReview } from './use-page-review'

interface ReviewFormProps extends Pick<ReturnType<typeof usePageReview>, 'act' | 'acting'> {
  documentId: string
}

/** The person says what a model is to look for. */
export function ReviewForm({ documentId, act, acting }: ReviewFormProps) {
  const id = useId()
  const [looks, setLooks] = useState<readonly ReviewLook[]>(['spelling'])
  const [prompt, setPrompt] = useState('')
  const about = useQuery(trpc.ai.about.queryOptions()).data
  const { openai, anthropic } = aiSettings()
  const lacksModel = about !== undefined && !about.isConfigured && openai === '' && anthropic === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void act('begin', { documentId, looksFor: looks, prompt })
  }
  return (
    <form className="flex flex-col gap-3" onSubmit={submit}>
      <p className="text-sm text-text-muted">
        {t('A model reads the page and suggests changes. The page stays as it is until you accept them.')}
      </p>
      <fieldset className="flex flex-col gap-1">
        <legend className="pb-1 text-sm font-medium">{t('Look for')}</legend>
        {REVIEW_LOOKS.map((look) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: it holds the box
          <label
            key={look}
            className="flex min-h-8 cursor-pointer items-center gap-2 text-sm coarse:min-h-11"
          >
            <Checkbox
              checked={looks.includes(look)}
              onCheckedChange={(isOn) =>
                setLooks((before) =>
                  REVIEW_LOOKS.filter((one) => (one === look ? isOn : before.includes(one))),
                )
              }
            />
            {lookLabels()[look]}
          </label>
        ))}
      </fieldset>
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-sm font-medium">
          {t('In your own words')}
        </label>
        <textarea
          id={id}
          rows={3}
          maxLength={2000}
          className="w-full resize-y rounded-control border border-border bg-surface-raised px-2.5 py-2 text-sm"
          placeholder={t('For example: use British spelling')}
          value={prompt}
          onChange={(event) => setPrompt(event.target.value)}
        />
      </div>
      {lacksModel && (
        <p className="text-sm text-text-muted">
          {t('No AI provider is set up on this server.')}{' '}
          <button type="button" className="cursor-pointer underline" onClick={() => showApiSettings(true)}>
            {t('Set Keys')}
          </button>
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        disabled={acting !== null || lacksModel || (looks.length === 0 && prompt.trim() === '')}
      >
        <WandSparkles aria-hidden />
        {acting === 'begin' ? t('Starting…') : t('Review this page')}
      </Button>
    </form>
  )
}
