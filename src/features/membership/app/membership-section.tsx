import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { failureWords, trpc } from '@/app/rpc'
import { fileSize } from '@/blocks/media/media-url'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { Meter } from '@/ui/meter'
import { Skeleton } from '@/ui/skeleton'
import { AiUseTable } from './ai-use'
import { BillingActions } from './billing'
import { Plans } from './plans'
import { inWords, ofSize } from './words'

/** The settings section Membership (product.md 1.4, 1.5): both plans, and what the person really uses. */
export default function MembershipSection() {
  const membership = useQuery(trpc.user.membership.queryOptions())
  if (membership.data === undefined && membership.isPending)
    return (
      <div className="flex flex-col gap-4" aria-busy>
        <div className="grid gap-3 sm:grid-cols-2">
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
        </div>
        <Skeleton className="h-20" />
      </div>
    )
  if (membership.data === undefined)
    return (
      <ErrorState
        title={failureWords(membership.error, t('Your membership could not be loaded'))}
        action={<Button onClick={() => void membership.refetch()}>{t('Try again')}</Button>}
      />
    )
  const { accountType, requests, storage, ai } = membership.data
  const isFree = accountType === 'free'
  return (
    <div className="flex flex-col gap-8">
      <Part title={t('Plans')}>
        <Plans current={accountType} />
        <p className="text-text-muted">
          {t('Nothing is locked. The plans differ only in what this page shows.')}
        </p>
      </Part>
      <Part title={t('Usage')}>
        {isFree ? (
          <>
            <Meter
              label={t('API requests this month')}
              words={t('{used} of {most}', { used: inWords(requests.used), most: inWords(requests.most) })}
              value={requests.used}
              most={requests.most}
            />
            <Meter
              label={t('Storage')}
              words={ofSize(storage.used, storage.most)}
              value={storage.used}
              most={storage.most}
            />
            <BillingActions actions={[{ label: t('Upgrade') }]}>
              <p className="min-w-48 flex-1 text-text-muted">
                {requests.used > requests.most || storage.used > storage.most
                  ? t('You have used more than the Free plan lists, and everything keeps working.')
                  : t('Premium shows no limits.')}
              </p>
            </BillingActions>
          </>
        ) : (
          <dl className="flex flex-col gap-1.5">
            <Unlimited label={t('API requests this month')} used={inWords(requests.used)} />
            <Unlimited label={t('Storage')} used={fileSize(storage.used)} />
          </dl>
        )}
        <p className="text-xs text-text-muted">
          {t(
            'Every request that your browsers send to this server counts, also those of a page that is only open. A month begins on the first, in UTC.',
          )}
        </p>
      </Part>
      <Part title={t('AI')}>
        <AiUseTable {...ai} />
      </Part>
      <Part title={t('Billing')}>
        <p className="text-text-muted">
          {isFree
            ? t('You are on the Free plan. There is nothing to pay.')
            : t('You are on the Premium plan.')}
        </p>
        <BillingActions
          actions={[
            { label: t('Manage billing') },
            { label: t('View invoices') },
            { label: t('Cancel subscription') },
          ]}
        />
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}

function Unlimited({ label, used }: { label: string; used: string }) {
  return (
    <div className="flex items-baseline gap-3">
      <dt className="min-w-0 flex-1 truncate font-medium">{label}</dt>
      <dd className="text-xs text-text-muted tabular-nums">{t('{used}, unlimited', { used })}</dd>
    </div>
  )
}
