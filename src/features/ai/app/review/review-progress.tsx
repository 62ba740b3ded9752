import { Square } from 'lucide-react'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import type { PageReview } from '../../model'
import { EditList } from './edit-list'

interface ReviewProgressProps {
  review: PageReview
  isStopping: boolean
  onStop(): void
}

/** How far a review is, and what has been found so far. */
export function ReviewProgress({ review, isStopping, onStop }: ReviewProgressProps) {
  const { sections, sectionsRead, found } = review
  const now = Math.min(sections, sectionsRead + 1)
  return (
    <>
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="text-sm" aria-live="polite">
            {sections === 0 ? t('Reading…') : t('Reading section {now} of {all}…', { now, all: sections })}
          </p>
          <p className="text-xs text-text-muted tabular-nums">
            {t('{count, plural, =0 {No changes so far} one {# change so far} other {# changes so far}}', {
              count: found,
            })}
          </p>
        </div>
        <Button size="sm" disabled={isStopping} onClick={onStop}>
          <Square aria-hidden />
          {t('Stop')}
        </Button>
      </div>
      <progress
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-pressed [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-pressed [&::-webkit-progress-value]:bg-accent"
        aria-label={t('Review')}
        max={Math.max(1, sections)}
        value={sectionsRead}
      />
      <EditList review={review} />
    </>
  )
}
