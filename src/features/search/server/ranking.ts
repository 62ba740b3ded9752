import type { AskedTerm } from '@/server/search/terms'
import type { Step } from './search.queries'
import type { SoughtTerm } from './snippet'

/*
 * The order of what is found: a page of an earlier step stands above one of a later step, and within a step what was
 * edited last comes first (`search.queries`).
 */

/** In the title, then anywhere. */
export const stepsOf = (wanted: readonly SoughtTerm[]): Step[] => [
  { wanted, where: 'title' },
  { wanted, where: 'anywhere' },
]

/** Whole words in the title, beginnings in the title, whole words anywhere, beginnings anywhere. */
export function literalSteps(asked: readonly AskedTerm[]): Step[] {
  const exact = stepsOf(asked.map((term) => ({ anyOf: [{ ...term, prefix: false }] })))
  if (!asked.some(({ prefix }) => prefix)) return exact
  const begun = stepsOf(asked.map((term) => ({ anyOf: [term] })))
  return [0, 1].flatMap((at) => [exact, begun].flatMap((steps) => steps[at] ?? []))
}
