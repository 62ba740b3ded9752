import { t } from '@/shared/i18n'
/** A greeting for the time of day where the person is. */
export function greetingAt(now: Date): string {
  const hour = now.getHours()
  if (hour < 5 || hour >= 18) return t('Good evening')
  return hour < 12 ? t('Good morning') : t('Good afternoon')
}
