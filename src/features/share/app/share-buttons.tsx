import { Globe, Users } from 'lucide-react'
import { useState } from 'react'
import type { PageDetail } from '@/features/pages/model'
import { showPublish, usePublishShown } from '@/features/publish/app/publish-window'
import { t } from '@/shared/i18n'
import { Button, buttonClass } from '@/ui/button'
import { cn } from '@/ui/cn'
import { lazy, usePreload } from '@/ui/lazy'
import { PopupButton } from '@/ui/popup-button'

const SharePanel = lazy(() => import('./share-panel'))

type Shared = Pick<PageDetail, 'id' | 'title' | 'isArchived' | 'isPublished' | 'level' | 'privacy'>

const Dot = ({ className }: { className?: string }) => (
  <span aria-hidden className={cn('size-1.5 rounded-full bg-success', className)} />
)

const Published = ({ label, isPublic }: { label: string; isPublic: boolean }) => (
  <>
    <Globe aria-hidden className={cn(isPublic && 'text-accent')} />
    <span className="max-sm:hidden">{label}</span>
    {isPublic && <Dot />}
  </>
)

/**
 * The buttons that open the panel of sharing and publishing (product.md 2.36): everybody sees who has the page, its owners publish
 * it too.
 */
export function ShareButtons({ page }: { page: Shared }) {
  usePreload(SharePanel)
  const isShown = usePublishShown(page.id)
  const [isSharing, setIsSharing] = useState(false)
  if (page.isArchived) return null
  const mayPublish = page.level === 'manage'
  // Also by a page around it, and no more when that has ended.
  const isPublic = page.privacy === 'public'
  const label = isPublic ? t('Published') : t('Publish')
  return (
    <>
      <PopupButton
        kind="dialog"
        open={isSharing}
        onOpenChange={setIsSharing}
        button={
          <Button variant="ghost" size="sm" aria-label={t('Share')}>
            <Users aria-hidden className={cn(page.privacy === 'shared' && 'text-accent')} />
            <span className="max-sm:hidden">{t('Share')}</span>
            {mayPublish && isPublic && <Dot className="sm:hidden" />}
          </Button>
        }
      >
        {(popup) => <SharePanel popup={popup} page={page} tab="share" mayPublish={mayPublish} />}
      </PopupButton>
      {mayPublish && (
        <PopupButton
          kind="dialog"
          open={isShown}
          onOpenChange={(open) => showPublish(open ? page.id : null)}
          button={
            // On a phone it is a tab of the other panel.
            <Button variant="ghost" size="sm" className={cn(!isShown && 'max-sm:hidden')} aria-label={label}>
              <Published {...{ label, isPublic }} />
            </Button>
          }
        >
          {(popup) => <SharePanel popup={popup} page={page} tab="publish" mayPublish />}
        </PopupButton>
      )}
      {!mayPublish && isPublic && (
        <a
          href={`/preview/${page.id}`}
          target="_blank"
          className={buttonClass('ghost', 'sm')}
          aria-label={t('View site')}
          rel="noopener"
        >
          <Published isPublic label={t('View site')} />
        </a>
      )}
    </>
  )
}
