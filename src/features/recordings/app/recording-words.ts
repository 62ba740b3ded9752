import { t } from '@/shared/i18n'
import type { RecordingFilter, RecordingSort, RecordingType } from '../model'
import type { WaitsFor } from './send-pieces'

export const typeWords = (type: RecordingType): string =>
  ({
    screen: t('Screen'),
    audio: t('Audio'),
    camera: t('Camera'),
    screenshot: t('Screenshot'),
  })[type]

export const filterWords = (filter: RecordingFilter): string =>
  filter === 'all' ? t('All') : typeWords(filter)

export const sortWords = (sort: RecordingSort): string =>
  ({ date: t('Date'), title: t('Title'), duration: t('Duration'), size: t('Size') })[sort]

/** "0:07", "12:05", "1:00:09" */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  const two = (count: number) => String(count).padStart(2, '0')
  const minutes = Math.floor(whole / 60)
  return minutes < 60
    ? `${minutes}:${two(whole % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`
}

/** How many there are, where there is little room (product.md 9.9). */
export const badgeOf = (count: number): string => (count > 9 ? '9+' : String(count))

/** What a recording that has ended waits for. */
export const waitingWords = (waitsFor: WaitsFor): string =>
  waitsFor === 'room'
    ? t('The server has no room left. The recording is sent once there is some.')
    : t('The server cannot be reached. The recording is sent when the connection is back.')
