import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '@/shared/i18n'
import { type AccountType, PRICE } from '../model'
import { BillingActions } from './billing'
import { FREE_BYTES, FREE_REQUESTS } from './words'

/** Both plans side by side, with the one that the person has marked. */
export function Plans({ current }: { current: AccountType }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Plan
        name={t('Free')}
        price={t('No charge')}
        isCurrent={current === 'free'}
        points={[
          t('{requests} API requests a month', { requests: FREE_REQUESTS }),
          t('{size} of storage', { size: FREE_BYTES }),
        ]}
      />
      <Plan
        name={t('Premium')}
        price={t('{price} per month', { price: PRICE })}
        isCurrent={current === 'premium'}
        points={[t('Advanced features'), t('Priority support'), t('Unlimited usage'), t('Billing controls')]}
      >
        {current === 'free' && (
          <BillingActions
            actions={[{ label: t('Upgrade to Premium'), variant: 'primary' }, { label: t('Start a trial') }]}
          />
        )}
      </Plan>
    </div>
  )
}

interface PlanProps {
  name: string
  price: string
  isCurrent: boolean
  points: readonly string[]
  children?: ReactNode
}

function Plan({ name, price, isCurrent, points, children }: PlanProps) {
  return (
    <section
      aria-label={name}
      className={`flex flex-col gap-3 rounded-popover border p-4 ${isCurrent ? 'border-accent bg-accent-soft' : 'border-border bg-surface-raised'}`}
    >
      <div>
        <div className="flex items-center justify-between gap-2">
          <h4 className="font-semibold">{name}</h4>
          {isCurrent && (
            <span className="rounded-full bg-accent px-2 text-xs/5 font-medium text-accent-text">
              {t('Your plan')}
            </span>
          )}
        </div>
        <p className="text-text-muted">{price}</p>
      </div>
      <ul className="flex flex-1 flex-col gap-1.5">
        {points.map((point) => (
          <li key={point} className="flex items-start gap-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
            {point}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
