import { useQuery } from '@tanstack/react-query'
import { Plus, Sparkles } from 'lucide-react'
import { trpc } from '@/app/rpc'
import type { LabelsHelpProps } from '@/features/pages/app/head/head-help'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { Button } from '@/ui/button'
import { aiSettings } from '../ai-settings'
import { notSetUp } from '../not-set-up'
import { useProposals } from './use-proposals'

const MOST = 5
/** Characters of the labels in use that a model is told. */
const TOLD = 1_500

/** Labels that a model proposes for the page on the screen: a press adds one. Nothing is shown where no model is set up. */
export default function SuggestLabels({ labels, known, onAdd }: LabelsHelpProps) {
  const about = useQuery(trpc.ai.about.queryOptions()).data
  const { proposals, propose } = useProposals('labels', MOST)
  const { openai, anthropic } = aiSettings()
  if (!about?.mayUse || !(about.isConfigured || openai !== '' || anthropic !== '')) return null
  const { kind } = proposals
  const has = (line: string) => labels.some((one) => one.toLocaleLowerCase() === line.toLocaleLowerCase())
  const offered =
    kind === 'proposed' ? proposals.lines.filter((line) => !has(line) && line.length <= LIMITS.label) : []
  return (
    <div className="mt-2 flex flex-col items-start gap-1.5" aria-live="polite" aria-busy={kind === 'asking'}>
      {kind === 'proposed' && offered.length > 0 && (
        <ul aria-label={t('Suggested labels')} className="flex flex-wrap gap-1">
          {offered.map((line) => (
            <li key={line}>
              <Button
                size="sm"
                aria-label={t('Add the label {label}', { label: line })}
                onClick={() => onAdd(line)}
              >
                <Plus aria-hidden />
                {line}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {kind === 'proposed' && offered.length === 0 && (
        <p className="text-xs text-text-muted">{t('The page has all the labels that were suggested.')}</p>
      )}
      {kind === 'failed' && <p className="text-xs text-danger">{proposals.why}</p>}
      {kind === 'not-set-up' && <p className="text-xs">{notSetUp()}</p>}
      <Button
        variant="ghost"
        size="sm"
        className="-ms-2"
        disabled={kind === 'asking'}
        onClick={() => void propose(known.join(', ').slice(0, TOLD).toWellFormed())}
      >
        <Sparkles aria-hidden />
        {kind === 'asking'
          ? t('Reading the page…')
          : kind === 'proposed'
            ? t('Suggest others')
            : t('Suggest labels')}
      </Button>
    </div>
  )
}
