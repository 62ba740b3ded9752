import { type ReactNode, useId } from 'react'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { MeaningResult } from './meaning-result'
import { MEANING_SEARCH } from './similarity'
import type { MeaningSearch } from './use-meaning-search'

/** A query whose words stand in no template, though some are about it. */
const SAMPLE = 'teamwork features'

/** The same query by meaning and by its very words, side by side (product.md 2.48). */
export function CompareTab({
  search,
  isOn,
  onCompare,
}: {
  search: MeaningSearch
  /** Once it was compared, it stays compared (product.md 4.20). */
  isOn: boolean
  onCompare(): void
}) {
  const { loading, isSearching, hasFailed, answer } = search
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          disabled={loading.state !== 'ready' || isSearching}
          onClick={() => {
            onCompare()
            void search.search(SAMPLE)
          }}
        >
          {isSearching ? t('Searching...') : t('Compare “{query}”', { query: SAMPLE })}
        </Button>
        {isOn && answer && (
          <p className="text-text-muted">{t('Results for “{query}”', { query: answer.query })}</p>
        )}
      </div>
      {hasFailed && (
        <p role="alert" className="text-danger">
          {t('Failed to perform search. Please try again.')}
        </p>
      )}
      {isOn && answer && (
        <div className="grid gap-6 sm:grid-cols-2">
          <Side title={t('By meaning')}>
            {answer.hits.length === 0 && (
              <p className="text-text-muted">{t('No matching documents found')}</p>
            )}
            <ol className="flex flex-col gap-2" key={answer.query}>
              {answer.hits.slice(0, MEANING_SEARCH.compared).map(({ template, similarity }, place) => (
                <MeaningResult key={template.id} template={template} similarity={similarity} place={place} />
              ))}
            </ol>
          </Side>
          <Side title={t('By words')}>
            {answer.keywords.length === 0 && (
              <div className="flex flex-col gap-1">
                <p className="font-medium">{t('No exact keyword matches found')}</p>
                {answer.hits.length > 0 && (
                  <p className="text-text-muted">
                    {t('A search for the very words missed pages that are about it.')}
                  </p>
                )}
              </div>
            )}
            <ol className="flex flex-col gap-2" key={answer.query}>
              {answer.keywords.map((template, place) => (
                <MeaningResult key={template.id} template={template} place={place} />
              ))}
            </ol>
          </Side>
        </div>
      )}
    </div>
  )
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <h3 id={id} className="text-sm font-medium text-text-muted">
        {title}
      </h3>
      {children}
    </section>
  )
}
