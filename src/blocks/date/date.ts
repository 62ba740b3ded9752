import * as z from 'zod/mini'
import { t } from '@/shared/i18n'
import { defineAtom } from '../kit/define-inline'
import { isIsoDate, isoDateOf, longDate } from './date-words'

/** A day. Says Today, Yesterday or Tomorrow where somebody looks at it, else the long date (product.md 9.12). */
export const date = defineAtom({
  kind: 'date',
  /** ISO 8601, `2026-01-05`; empty: not chosen yet. */
  attributes: { date: z._default(z.string().check(z.refine(isIsoDate)), '') },
  insert: [
    {
      id: 'date',
      get label() {
        return t('Date')
      },
      icon: 'calendar',
      keywords: ['day', 'today', 'calendar', 'time'],
      group: 'Inline',
      get hint() {
        return t('@today')
      },
      turnsInto: false,
      panel: 'date',
    },
  ],
  fresh: (now) => ({ date: isoDateOf(now) }),
  text: ({ date: iso }) => longDate(String(iso)),
  html: {
    rules: [],
    render: ({ date: iso }) => ({
      tag: 'time',
      ...(isIsoDate(String(iso)) ? { attributes: { datetime: String(iso) } } : {}),
    }),
  },
})
