import type { PageDetail } from '@/features/pages/model'
import { TemplateBanner } from '@/features/templates/app/template-banner'

/** What other features say above a page: that it is a template. */
export function PageBanners({ page }: { page: PageDetail }) {
  return page.isTemplate && !page.isArchived && <TemplateBanner page={page} />
}
