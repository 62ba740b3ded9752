import { useState } from 'react'
import { t } from '@/shared/i18n'
import { Tab, TabPanel, Tabs, TabsList } from '@/ui/tabs'
import { FindFriendsTab } from './find-friends-tab'
import { FriendsTab } from './friends-tab'
import { RequestsTab } from './requests-tab'
import { usePendingRequests } from './use-friends'

type Shown = 'friends' | 'requests' | 'find'

/** The settings section Friends (product.md 2.26). It begins with the requests when somebody waits for an answer. */
export default function FriendsSection() {
  const [chosen, setShown] = useState<Shown | null>(null)
  const requests = usePendingRequests().data
  const waiting = requests?.length ?? 0
  if (chosen === null && requests) setShown(waiting > 0 ? 'requests' : 'friends')
  const shown = chosen ?? 'friends'
  return (
    <Tabs value={shown} onValueChange={(tab) => setShown(tab as Shown)} className="flex flex-col">
      <TabsList aria-label={t('Friends')}>
        <Tab value="friends">{t('Friends')}</Tab>
        <Tab value="requests">
          {t('Requests')}
          {waiting > 0 && (
            <span className="ms-1.5 rounded-full bg-accent px-1.5 text-xs text-accent-text">{waiting}</span>
          )}
        </Tab>
        <Tab value="find">{t('Find Friends')}</Tab>
      </TabsList>
      <TabPanel value="friends">
        <FriendsTab onFind={() => setShown('find')} />
      </TabPanel>
      <TabPanel value="requests">
        <RequestsTab />
      </TabPanel>
      <TabPanel value="find">
        <FindFriendsTab />
      </TabPanel>
    </Tabs>
  )
}
