import type { LivingKind } from './kit/living-kind'

/**
 * What kinds have in the browser while they are edited, if their folders hold it. A kind's definition is the
 * server's too, so its living part is listed here. Parts that need the editor itself are in `editor/living-kinds.ts`.
 */
export const livingBlocks: readonly LivingKind[] = [
  { kinds: ['callout'], view: { load: () => import('./callout/callout.element') } },
  { kinds: ['column'], view: { load: () => import('./columns/column.element') } },
  { kinds: ['card'], view: { load: () => import('./card/card.element') } },
  { kinds: ['documentsTable'], view: { load: () => import('./documents-table/documents-table.element') } },
  { kinds: ['dataTable'], view: { load: () => import('./data-table/data-table.element') } },
  { kinds: ['date'], view: { load: () => import('./date/date.element') } },
  { kinds: ['equation', 'inlineEquation'], view: { load: () => import('./equation/equation.element') } },
  { kinds: ['footnote'], view: { load: () => import('./footnote/footnote.element') } },
  { kinds: ['mention'], view: { load: () => import('./mention/mention.element') } },
  { kinds: ['chart'], view: { load: () => import('./chart/chart.element') } },
  { kinds: ['icon'], view: { load: () => import('./icon/icon.element') } },
]
