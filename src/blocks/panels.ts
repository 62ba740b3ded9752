import { lazy } from '@/ui/lazy'
import type { BlockPanelProps, LivingKind } from './kit/living-kind'

const chart = () => import('./chart/panel/chart-dialog')

/** The panels that blocks open (`frame.openPanel(name)`) and that their own folders hold, each loaded when it is first opened. */
export const blockPanels: NonNullable<LivingKind['panels']> = {
  'data-table': lazy<BlockPanelProps>(() => import('./data-table/panel/data-table-panel')),
  date: lazy<BlockPanelProps>(() => import('./date/date.panel')),
  equation: lazy<BlockPanelProps>(() => import('./equation/equation.panel')),
  footnote: lazy<BlockPanelProps>(() => import('./footnote/footnote.panel')),
  icon: lazy<BlockPanelProps>(() => import('./icon/icon.panel')),
  'table-size': lazy<BlockPanelProps>(() => import('./table/table-size.panel')),
  chart: lazy<BlockPanelProps>(() => chart().then((m) => ({ default: m.EditChart }))),
  'chart-new': lazy<BlockPanelProps>(() => chart().then((m) => ({ default: m.NewChart }))),
  callout: lazy<BlockPanelProps>(() => import('./callout/callout.panel')),
}
