import { useRouterState } from '@tanstack/react-router'
import { openPageId } from '@/features/pages/app/open-page'
import { PageLinks, SidebarSection } from '@/features/pages/app/sidebar-section'
import { t } from '@/shared/i18n'
import { useShared } from './use-sharing'

/** The pages of other people's pods that are shared with the person, in the sidebar; nothing while there are none. */
export default function SharedSection() {
  const pages = useShared().data?.documents ?? []
  const currentId = useRouterState({ select: ({ location }) => openPageId(location.pathname) })
  if (pages.length === 0) return null
  return (
    <SidebarSection name="shared" title={t('Shared with me')} startsOpen>
      {() => <PageLinks pages={pages} currentId={currentId} />}
    </SidebarSection>
  )
}
