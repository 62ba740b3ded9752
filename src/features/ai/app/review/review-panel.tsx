import { WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { SUGGESTIONS_PANEL, showPanel } from '@/app/panels'
import { RightPanel } from '@/app/right-panel'
import { failureWords } from '@/app/rpc'
import { openPage } from '@/editor/open-pages'
import { t } from '@/shared/i18n'
import { Banner } from '@/ui/banner'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Skeleton } from '@/ui/skeleton'
import type { PageReview } from '../../model'
import { EditList } from './edit-list'
import { ReviewForm } from './review-form'
import { ReviewProgress } from './review-progress'
import { AI_REVIEW_PANEL } from './review-window'
import { usePageReview } from './use-page-review'

/** Has a model go through the page on the screen, and suggests what it would change when the person says so. */
export default function ReviewPanel({ documentId }: { documentId: string }) {
  const review = usePageReview(documentId)
  const { query } = review
  return (
    <RightPanel
      id={AI_REVIEW_PANEL}
      title={t('Review with AI')}
      icon={WandSparkles}
      initial={400}
      onClosed={() => openPage()?.view.focus()}
    >
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 pt-1 pb-4">
        {query.isPending ? (
          <div aria-busy className="flex flex-col gap-3 pt-2">
            {['h-4 w-24', 'h-8', 'h-8 w-11/12', 'h-20'].map((shape) => (
              <Skeleton key={shape} className={shape} />
            ))}
          </div>
        ) : query.data === undefined ? (
          <ErrorState
            title={t('The review could not be loaded')}
            hint={failureWords(query.error, t('The server did not answer. Try again.'))}
            action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}
          />
        ) : query.data === null ? (
          <ReviewForm documentId={documentId} {...review} />
        ) : (
          <Shown documentId={documentId} review={query.data} {...review} />
        )}
      </div>
    </RightPanel>
  )
}

type ShownProps = Pick<ReturnType<typeof usePageReview>, 'act' | 'acting'> & {
  documentId: string
  review: PageReview
}

function Shown({ documentId, review, act, acting }: ShownProps) {
  const [isWarning, setWarning] = useState(false)
  const [isDiscarding, setDiscarding] = useState(false)
  const { id, state, found, aside, isMuch } = review
  const isBusy = acting !== null
  if (state === 'reading')
    return (
      <ReviewProgress
        review={review}
        onStop={() => void act('stop', { id })}
        isStopping={acting === 'stop'}
      />
    )
  const apply = async () => {
    await act('apply', { id })
  }
  const isDone = state === 'applied'
  return (
    <>
      <p role="status" className="text-sm">
        {foundWords(review)}
      </p>
      <p className="text-xs text-text-muted">
        {review.model === null
          ? review.askedFor
          : t('{asked} · with {model}', { asked: review.askedFor, model: review.model })}
      </p>
      <Unfinished review={review} isBusy={isBusy} onContinue={() => void act('continue', { id })} />
      {!isDone && isMuch && (
        <Banner tone="warning" className="rounded-control">
          {t('This would change {changed} of {blocks} blocks. A version of the page is saved first.', {
            changed: review.changed,
            blocks: review.blocks,
          })}
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        {!isDone && found > 0 && (
          <Button
            variant="primary"
            disabled={isBusy}
            onClick={() => (isMuch ? setWarning(true) : void apply())}
          >
            {acting === 'apply' ? t('Adding…') : t('Add as suggestions')}
          </Button>
        )}
        {isDone && found > 0 && (
          <Button variant="primary" onClick={() => showPanel(SUGGESTIONS_PANEL)}>
            {t('Show suggestions')}
          </Button>
        )}
        {aside > 0 && review.canAskAgain && (isDone || found === 0) && (
          <Button disabled={isBusy} onClick={() => void act('begin', { documentId, again: true })}>
            {t('Ask again for these')}
          </Button>
        )}
        <Button
          variant="ghost"
          disabled={isBusy}
          onClick={() => (isDone || found === 0 ? void act('discard', { id }) : setDiscarding(true))}
        >
          {isDone || found === 0 ? t('New review') : t('Discard')}
        </Button>
      </div>
      {found + aside === 0 && state === 'read' ? (
        <EmptyState
          icon={<WandSparkles aria-hidden />}
          title={t('Nothing to change')}
          hint={t('The model has read the page and would leave it as it is.')}
        />
      ) : (
        <EditList review={review} />
      )}
      <ConfirmDialog
        open={isDiscarding}
        onOpenChange={setDiscarding}
        title={t('Discard this review?')}
        description={t(
          'What the model has found is gone then, and asking again takes its time and costs as much.',
        )}
        confirmLabel={t('Discard')}
        danger
        onConfirm={async () => {
          await act('discard', { id })
        }}
      />
      <ConfirmDialog
        open={isWarning}
        onOpenChange={setWarning}
        title={t('Change most of the page?')}
        description={t(
          'The model would change {changed} of {blocks} blocks. They come as suggestions, and a version of the page as it is now is saved first.',
          { changed: review.changed, blocks: review.blocks },
        )}
        confirmLabel={t('Add as suggestions')}
        onConfirm={apply}
      />
    </>
  )
}

/** What has come of a review that is not under way. */
function foundWords({ state, found, aside }: PageReview): string {
  const isOver = state === 'read' || state === 'applied'
  const what =
    state === 'applied'
      ? t(
          '{count, plural, =0 {Nothing was suggested} one {# suggestion was added to the page} other {# suggestions were added to the page}}',
          { count: found },
        )
      : isOver
        ? t('{count, plural, =0 {Nothing to change was found} one {# change} other {# changes}}', {
            count: found,
          })
        : t('{count, plural, =0 {No changes so far} one {# change so far} other {# changes so far}}', {
            count: found,
          })
  if (aside === 0) return what
  const left = t('{count} of {all} could not be applied', { count: aside, all: found + aside })
  return found === 0 ? left : `${what} · ${left}`
}

/** Why a review did not come to its end, and how it goes on. */
function Unfinished({
  review,
  isBusy,
  onContinue,
}: {
  review: PageReview
  isBusy: boolean
  onContinue(): void
}) {
  const { state, error, sectionsRead, sections } = review
  if (state !== 'failed' && state !== 'stopped' && state !== 'interrupted') return null
  const left = t('{read} of {all} sections are read.', { read: sectionsRead, all: sections })
  const why =
    state === 'failed'
      ? (error ?? t('Something went wrong. Please try again.'))
      : state === 'stopped'
        ? t('Stopped.')
        : t('The server was restarted in the middle of the review.')
  return (
    <Banner tone={state === 'failed' ? 'danger' : 'info'} className="rounded-control">
      <p>
        {why} {left}
      </p>
      <Button size="sm" className="mt-2" disabled={isBusy} onClick={onContinue}>
        {t('Continue')}
      </Button>
    </Banner>
  )
}
