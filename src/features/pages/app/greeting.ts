import { t } from '@/shared/i18n'
/** A greeting for the hour of the day (0 to 23) where the person is. */
export function greetingAt(hour: number): string {
  if (hour < 5 || hour >= 18) return t('Good evening')
  return hour < 12 ? t('Good morning') : t('Good afternoon')
}
