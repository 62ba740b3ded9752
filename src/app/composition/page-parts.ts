import type { PageParts } from '@/features/pages/app/page-screen'
import { lazy } from '@/ui/lazy'
import { PageBanners } from './page-banners'
import { PageButtons } from './page-buttons'

/** What other features put into a page's header, above it, and in the place of one that is not there. */
export const pageParts: PageParts = {
  InHeader: PageButtons,
  Banner: PageBanners,
  UnderTitle: lazy(() => import('@/features/search/app/backlinks')),
  Missing: lazy(() => import('@/features/share/app/missing-page')),
  help: {
    Summary: lazy(() => import('@/features/ai/app/write-summary')),
    Labels: lazy(() => import('@/features/ai/app/propose/suggest-labels')),
  },
}
