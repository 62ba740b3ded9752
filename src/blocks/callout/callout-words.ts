import type { CalloutVariant } from './callout'

/** What people call the variants. */
export const VARIANT_LABELS: Readonly<Record<CalloutVariant, string>> = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
}
