import { useState } from 'react'
import { t } from '@/shared/i18n'
import { ErrorState } from '@/ui/error-state'
import { Tab, TabPanel, Tabs, TabsList } from '@/ui/tabs'
import { DemoFrame } from '../demo-frame'
import { CompareTab } from './compare-tab'
import { HowTab } from './how-tab'
import type { EmbeddedProgress } from './load-embedded'
import { SearchTab } from './search-tab'
import { type Loading, useMeaningSearch } from './use-meaning-search'

/** The search of the templates by meaning (product.md 2.46). */
export default function EmbeddingsDemo() {
  const search = useMeaningSearch()
  const [isCompared, setIsCompared] = useState(false)
  return (
    <DemoFrame title={t('Search the templates by meaning')}>
      <div className="flex flex-col gap-4">
        <State loading={search.loading} />
        {search.loading.state !== 'failed' && (
          <Tabs defaultValue="search">
            <TabsList>
              <Tab value="search">{t('Search')}</Tab>
              <Tab value="compare">{t('Compare')}</Tab>
              <Tab value="how">{t('How it Works')}</Tab>
            </TabsList>
            <TabPanel value="search">
              <SearchTab search={search} />
            </TabPanel>
            <TabPanel value="compare">
              <CompareTab search={search} isOn={isCompared} onCompare={() => setIsCompared(true)} />
            </TabPanel>
            <TabPanel value="how">
              <HowTab search={search} />
            </TabPanel>
          </Tabs>
        )}
      </div>
    </DemoFrame>
  )
}

function State({ loading }: { loading: Loading }) {
  if (loading.state === 'failed')
    return (
      <ErrorState
        className="rounded-control border border-danger"
        title={t('Failed to load template documents. Please refresh the page.')}
      />
    )
  if (loading.state === 'loading') return <LoadingCard progress={loading.progress} />
  return (
    <p role="status" className="text-sm text-text-muted">
      {t('{count} template documents embedded and ready to search!', {
        count: loading.index.templates.length,
      })}
    </p>
  )
}

/** How far the templates have come (product.md 2.50). */
function LoadingCard({ progress: { loaded, count } }: { progress: EmbeddedProgress }) {
  const percent = count === 0 ? 0 : Math.round((loaded / count) * 100)
  return (
    <div className="flex flex-col gap-2 rounded-control border border-border bg-surface p-3">
      <p className="font-medium">{t('Embedding Template Documents...')}</p>
      <progress
        className="h-1.5 w-full accent-accent"
        aria-label={t('Embedding Template Documents...')}
        max={100}
        value={percent}
      />
      <p className="text-xs text-text-muted">
        {t('{percent}% · {loaded} of {count} templates', { percent, loaded, count })}
      </p>
    </div>
  )
}
