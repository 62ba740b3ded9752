import { t } from '@/shared/i18n'
import { PageLinks, SidebarSection } from './sidebar-section'
import { useRecents } from './use-pages'

/** The pages that were opened last; asked for while the section is open (product.md 9.7). */
export const RecentSection = ({ currentId }: { currentId: string | null }) => (
  <SidebarSection name="recent" title={t('Recent')}>
    {() => <Recents currentId={currentId} />}
  </SidebarSection>
)

function Recents({ currentId }: { currentId: string | null }) {
  const { data, isError } = useRecents()
  if (isError && data === undefined)
    return <p className="px-2 py-1.5 text-text-faint">{t('Your recent pages could not be loaded.')}</p>
  if (data?.documents.length === 0)
    return <p className="px-2 py-1.5 text-text-faint">{t('The pages you open appear here.')}</p>
  return <PageLinks pages={data?.documents ?? []} currentId={currentId} />
}
