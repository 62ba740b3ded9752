import { t } from '@/shared/i18n'
import { Tab, TabPanel, Tabs, TabsList } from '@/ui/tabs'
import { NotificationList } from './notification-list'
import { PreferencesForm } from './preferences-form'

/** The settings section Notifications (product.md 2.26). */
export default function NotificationsSection() {
  return (
    <Tabs defaultValue="preferences" className="flex flex-col">
      <TabsList aria-label={t('Notifications')}>
        <Tab value="preferences">{t('Preferences')}</Tab>
        <Tab value="history">{t('History')}</Tab>
      </TabsList>
      <TabPanel value="preferences">
        <PreferencesForm />
      </TabPanel>
      <TabPanel value="history">
        <NotificationList />
      </TabPanel>
    </Tabs>
  )
}
