import { SCALE } from '../model'
import type { PAPERS } from '../paper-sizes'

/** What is chosen for a PDF. */
export interface PdfChoice {
  format: (typeof PAPERS)[number]['id']
  /** As it was typed. */
  percent: string
  pageNumbers: boolean
  disableMedia: boolean
}

export const INITIAL: PdfChoice = {
  format: 'a4',
  percent: String(SCALE.usual),
  pageNumbers: true,
  disableMedia: false,
}

/** What was typed as a percentage, divided by 100; `null` when it is none that is allowed. */
export function scaleOf(percent: string): number | null {
  const typed = /^\s*(\d{1,3}(?:[.,]\d{1,3})?)\s*%?\s*$/.exec(percent)?.[1]
  if (typed === undefined) return null
  const number = Number(typed.replace(',', '.'))
  return number >= SCALE.least && number <= SCALE.most ? number / 100 : null
}
