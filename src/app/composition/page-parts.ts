import type { PageParts } from '@/features/pages/app/page-screen'
import { PublishButton } from '@/features/publish/app/publish-parts'
import { PageBanners } from './page-banners'

/** What other features put into a page's header and above it. */
export const pageParts: PageParts = { InHeader: PublishButton, Banner: PageBanners }
