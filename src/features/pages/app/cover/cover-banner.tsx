import { ImageIcon, X } from 'lucide-react'
import { useState } from 'react'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy'
import { type CoverFit, coverError, isQuickTime, readCover } from '../../cover/cover'
import type { PageDetail } from '../../model'
import { LiveCover } from './live-cover'

const CoverPicker = lazyDialog(() => import('./cover-picker'))

export interface CoverBannerProps {
  page: Pick<PageDetail, 'id' | 'coverImage' | 'coverFit' | 'backgroundGradient'>
  readOnly: boolean
}

/** The cover above a page (product.md 2.29): a band that leaves the words in view; where it fails, aurora and the reason (8.6). */
export default function CoverBanner({ page, readOnly }: CoverBannerProps) {
  const [isPicking, setPicking] = useState(false)
  /** The cover that failed, and whether its message was read. */
  const [failed, setFailed] = useState<{ value: string; isRead: boolean } | null>(null)
  const value = page.coverImage ?? ''
  const cover = readCover(value)
  const isUnplayable = cover?.kind === 'media' && cover.type === 'video' && isQuickTime(cover.url)
  const hasFailed = isUnplayable || failed?.value === value
  const words = cover && hasFailed && !(failed?.value === value && failed.isRead) ? coverError(cover) : null
  return (
    <div className="group relative h-35 w-full shrink-0 font-sans sm:h-50" data-page-cover>
      <LiveCover
        key={value}
        cover={hasFailed ? null : cover}
        fit={page.coverFit as CoverFit}
        gradient={page.backgroundGradient}
        onError={() => setFailed({ value, isRead: false })}
      />
      {!readOnly && (
        <div className="absolute end-4 bottom-3 z-[1] flex">
          <Button
            size="sm"
            className="reveal-on-hover bg-surface-raised shadow-float"
            onClick={() => setPicking(true)}
          >
            <ImageIcon aria-hidden />
            <span className="max-sm:sr-only">{t('Change cover')}</span>
          </Button>
        </div>
      )}
      {words && (
        <div
          role="alert"
          className="absolute start-4 top-3 z-[1] flex max-w-[min(26rem,calc(100%-2rem))] items-start gap-2 rounded-popover bg-surface-raised p-3 text-sm shadow-float"
        >
          <p className="min-w-0 flex-1">{words}</p>
          <IconButton label={t('Dismiss')} size="sm" onClick={() => setFailed({ value, isRead: true })}>
            <X aria-hidden />
          </IconButton>
        </div>
      )}
      <CoverPicker open={isPicking} onOpenChange={setPicking} page={page} />
    </div>
  )
}
