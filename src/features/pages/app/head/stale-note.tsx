import { t } from '@/shared/i18n'
import { cn } from '@/ui/cn'

/** Says that the page has changed since a model wrote its summary. */
export const StaleNote = ({ className }: { className?: string }) => (
  <span className={cn('font-sans text-xs text-text-faint', className)}>
    {t('Written before the latest changes')}
  </span>
)
