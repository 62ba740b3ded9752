import type { PageParts } from '@/features/pages/app/page-screen'
import { PublishButton } from '@/features/publish/app/publish-parts'
import { lazy } from '@/ui/lazy'
import { PageBanners } from './page-banners'

/** What other features put into a page's header, above it, and in the place of one that is not there. */
export const pageParts: PageParts = {
  InHeader: PublishButton,
  Banner: PageBanners,
  Missing: lazy(() => import('@/features/share/app/missing-page')),
}
