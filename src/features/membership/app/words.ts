import { fileSize } from '@/blocks/media/media-url'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { FREE_PLAN } from '../model'

/** "1,250" */
export const inWords = (count: number): string => inFigures(count)

export const FREE_REQUESTS = inWords(FREE_PLAN.requests)
export const FREE_BYTES = `${FREE_PLAN.bytes / 1024 ** 3} GB`

/** "5 GB" reads better than "5.0 GB" beside "1.2 MB". */
export const ofSize = (bytes: number, most: number): string =>
  t('{bytes} of {most}', { bytes: fileSize(bytes), most: fileSize(most).replace('.0 ', ' ') })

/** "0 s", "42 s", "3 min", "2 h 5 min". */
export function timeInWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 60) return t('{seconds} s', { seconds })
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return t('{minutes} min', { minutes })
  return t('{hours} h {minutes} min', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
