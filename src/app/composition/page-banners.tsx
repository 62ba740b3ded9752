import type { PageDetail } from '@/features/pages/model'
import { LiveBanner } from '@/features/publish/app/publish-parts'
import { TemplateBanner } from '@/features/templates/app/template-banner'

/** What other features say above a page: that it is a template, that everybody can read it. */
export function PageBanners({ page }: { page: PageDetail }) {
  return (
    <>
      {page.isTemplate && !page.isArchived && <TemplateBanner page={page} />}
      <LiveBanner page={page} />
    </>
  )
}
