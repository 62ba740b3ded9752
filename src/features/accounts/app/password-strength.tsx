import { Check, Circle } from 'lucide-react'
import { t } from '@/shared/i18n'
import { cn } from '@/ui/cn'
import { PASSWORD_MAX, passwordRules, passwordStrength } from '../model'

const BAR = [
  {
    width: '0%',
    color: 'bg-danger',
    get words() {
      return t('Too short')
    },
  },
  {
    width: '33.3%',
    color: 'bg-danger',
    get words() {
      return t('Weak')
    },
  },
  {
    width: '66.6%',
    color: 'bg-warning',
    get words() {
      return t('Nearly there')
    },
  },
  {
    width: '100%',
    color: 'bg-success',
    get words() {
      return t('Strong')
    },
  },
] as const

/** The live list of requirements and the strength bar (product.md 5.12). */
export function PasswordStrength({ password }: { password: string }) {
  const bar = BAR[passwordStrength(password)]
  return (
    <div className="flex flex-col gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: <meter> cannot be drawn the same in all browsers */}
      <div
        role="meter"
        aria-label={t('Password strength')}
        aria-valuemin={0}
        aria-valuemax={3}
        aria-valuenow={passwordStrength(password)}
        aria-valuetext={bar.words}
        className={cn(
          'h-1 overflow-hidden rounded-full',
          bar.width === '0%' ? 'bg-danger-soft' : 'bg-pressed',
        )}
      >
        <div
          className={cn('h-full rounded-full transition-[width] duration-150', bar.color)}
          style={{ width: bar.width }}
        />
      </div>
      <ul aria-label={t('Password requirements')} className="flex flex-col gap-0.5 text-xs">
        {password.length > PASSWORD_MAX && (
          <li className="flex items-center gap-1.5 text-danger">
            <Circle aria-hidden className="size-3.5 p-0.5" />
            {t('At most {most} characters', { most: PASSWORD_MAX })}
          </li>
        )}
        {passwordRules(password).map(({ rule, label, met }) => (
          <li
            key={rule}
            className={cn('flex items-center gap-1.5', met ? 'text-success' : 'text-text-muted')}
          >
            {met ? (
              <Check aria-hidden className="size-3.5" />
            ) : (
              <Circle aria-hidden className="size-3.5 p-0.5" />
            )}
            {label}
            <span className="sr-only">{met ? t('(met)') : t('(not met yet)')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
