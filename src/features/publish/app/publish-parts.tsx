import { Globe } from 'lucide-react'
import type { PageDetail } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import { Banner } from '@/ui/banner'
import { Button, buttonClass } from '@/ui/button'
import { cn } from '@/ui/cn'
import { later, usePreload } from '@/ui/later'
import { PopupButton } from '@/ui/popup-button'
import { showPublish, usePublishShown } from './publish-window'

const PublishPanel = later(() => import('./publish-panel'))

type Published = Pick<PageDetail, 'id' | 'title' | 'isPublished' | 'isArchived' | 'level'>

/** The button that opens the publish panel (product.md 2.36), for those who may publish the page. */
export function PublishButton({ page }: { page: Published }) {
  usePreload(PublishPanel)
  const isShown = usePublishShown(page.id)
  if (page.isArchived || page.level !== 'manage') return null
  return (
    <PopupButton
      kind="dialog"
      open={isShown}
      onOpenChange={(open) => showPublish(open ? page.id : null)}
      button={
        <Button variant="ghost" size="sm" aria-label={page.isPublished ? t('Published') : t('Publish')}>
          <Globe aria-hidden className={cn(page.isPublished && 'text-accent')} />
          <span className="max-sm:hidden">{page.isPublished ? t('Published') : t('Publish')}</span>
        </Button>
      }
    >
      {(popup) => <PublishPanel popup={popup} page={page} />}
    </PopupButton>
  )
}

/** Says that everybody can read the page, and leads to what they see (product.md 2.30). */
export function LiveBanner({ page }: { page: Published }) {
  if (!page.isPublished || page.isArchived) return null
  return (
    <Banner
      icon={<Globe aria-hidden />}
      action={
        <a
          href={`/preview/${page.id}`}
          target="_blank"
          rel="noopener"
          className={buttonClass('secondary', 'sm')}
        >
          {t('View site')}
        </a>
      }
    >
      {t('This page is live on the web.')}
    </Banner>
  )
}
