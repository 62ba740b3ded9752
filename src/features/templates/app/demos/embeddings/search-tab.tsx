import { Search } from 'lucide-react'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Input } from '@/ui/field'
import { MeaningResult } from './meaning-result'
import type { MeaningSearch } from './use-meaning-search'

/** What can be asked with one click (product.md 2.47). They are asked in English, which the model understands. */
const CHIPS = ['how to use AI features', 'collaboration tools', 'upload files and media', 'mention teammates']

/** A field, four things to ask, and up to five templates that fit. */
export function SearchTab({ search }: { search: MeaningSearch }) {
  const { loading, query, setQuery, isSearching, hasFailed, answer, isReady } = search
  const isThere = loading.state === 'ready'
  return (
    <div className="flex flex-col gap-4">
      <form
        className="flex flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !isSearching) void search.search()
        }}
      >
        <Input
          aria-label={t('Search the templates by meaning')}
          placeholder={t('Ask in your own words')}
          className="min-w-48 flex-1"
          value={query}
          disabled={!isThere}
          onChange={(event) => setQuery(event.target.value)}
        />
        <Button type="submit" variant="primary" disabled={!isReady || isSearching}>
          <Search aria-hidden />
          {isSearching ? t('Searching...') : t('Search')}
        </Button>
      </form>
      <div className="flex flex-wrap gap-2">
        {CHIPS.map((chip) => (
          <Button key={chip} size="sm" disabled={!isThere} onClick={() => void search.search(chip)}>
            {chip}
          </Button>
        ))}
      </div>
      {hasFailed && (
        <p role="alert" className="text-danger">
          {t('Failed to perform search. Please try again.')}
        </p>
      )}
      <div aria-live="polite">
        {answer && !hasFailed && answer.hits.length === 0 && (
          <EmptyState
            title={t('No matching templates found for the query')}
            hint={t('Try another term, or browse the templates in the sidebar.')}
          />
        )}
      </div>
      {answer && answer.hits.length > 0 && (
        <ol aria-label={t('Templates that fit')} className="flex flex-col gap-2" key={answer.query}>
          {answer.hits.map(({ template, similarity }, place) => (
            <MeaningResult key={template.id} template={template} similarity={similarity} place={place} />
          ))}
        </ol>
      )}
    </div>
  )
}
