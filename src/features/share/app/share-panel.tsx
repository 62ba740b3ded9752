import { useState } from 'react'
import { UnsavedGuard } from '@/app/unsaved-guard'
import { type Draft, isChanged } from '@/features/publish/app/publish-draft'
import PublishTab, { type PublishedPage } from '@/features/publish/app/publish-tab'
import { usePublishSettings } from '@/features/publish/app/use-publish'
import { t } from '@/shared/i18n'
import { useFormatChoice } from '@/ui/formats'
import { ButtonPopover } from '@/ui/popover'
import type { Popup } from '@/ui/popup-button'
import { Tab, TabPanel, Tabs, TabsList } from '@/ui/tabs'
import ShareTab from './share-tab'

interface SharePanelProps {
  popup: Popup
  page: PublishedPage
  /** What it opens with. */
  tab: 'publish' | 'share'
  mayPublish: boolean
}

/**
 * The popover of sharing and publishing (product.md 2.36): who has the page, and how it is shown to everybody. What is not saved of
 * that outlives closing it.
 */
export default function SharePanel({ popup, page, tab, mayPublish }: SharePanelProps) {
  const query = usePublishSettings(page.id, mayPublish)
  const { timeZone } = useFormatChoice()
  const [draft, setDraft] = useState<Draft | null>(null)
  return (
    <>
      <UnsavedGuard
        enabled={draft !== null && query.data !== undefined && isChanged(draft, query.data, timeZone)}
      />
      <ButtonPopover
        popup={popup}
        align="end"
        label={tab === 'publish' ? t('Publish') : t('Share')}
        className="w-[26rem] p-0 text-start"
      >
        <Tabs defaultValue={tab}>
          <TabsList className="px-2 pt-1">
            <Tab value="share">{t('Share')}</Tab>
            {mayPublish && <Tab value="publish">{t('Publish')}</Tab>}
          </TabsList>
          <TabPanel value="share" className="p-3">
            <ShareTab id={page.id} />
          </TabPanel>
          <TabPanel value="publish" className="p-3">
            <PublishTab page={page} query={query} draft={draft} onDraft={setDraft} />
          </TabPanel>
        </Tabs>
      </ButtonPopover>
    </>
  )
}
