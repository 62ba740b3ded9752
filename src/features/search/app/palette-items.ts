import type { ActionEntry } from '@/blocks/kit/action'
import { headingOf, t } from '@/shared/i18n'
import { forgivingScore, paletteScore } from './palette-score'

/** A page as the palette offers it by its title. */
export interface OfferedPage {
  id: string
  title: string
  icon: string | null
}

/** What stands under one heading of the palette. */
export type PaletteGroup =
  | { kind: 'pages'; heading: string; pages: readonly OfferedPage[] }
  | { kind: 'actions'; heading: string; actions: readonly ActionEntry[] }

/** As many pages are offered by their title. */
const MOST_PAGES = 8

function best<Item>(
  items: readonly Item[],
  wordsOf: (item: Item) => readonly string[],
  scoreOf: (words: readonly string[]) => number,
): { score: number; items: Item[] } {
  const scored = items
    .map((item) => ({ item, score: scoreOf(wordsOf(item)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  return { score: scored[0]?.score ?? 0, items: scored.map(({ item }) => item) }
}

/**
 * What the palette offers without asking the server: nothing typed, the pages opened last and every action; else the
 * pages, actions and sections of the settings that fit, the best group first. Where nothing does, misspelt words are thought of.
 */
export function paletteGroups(
  typed: string,
  {
    pages,
    recents,
    actions,
    settings = [],
  }: Record<'pages' | 'recents', readonly OfferedPage[]> & {
    actions: readonly ActionEntry[]
    /** Offered once something is typed. */
    settings?: readonly ActionEntry[]
  },
): PaletteGroup[] {
  const isAsked = typed.trim() !== ''
  const offered = isAsked ? [...actions, ...settings] : actions
  const sections = [...Map.groupBy(offered, (action) => action.group ?? 'Actions')]
  if (!isAsked) {
    const groups: PaletteGroup[] = sections.map(([heading, group]) => ({
      kind: 'actions',
      heading: headingOf(heading),
      actions: group,
    }))
    return recents.length > 0 ? [{ kind: 'pages', heading: t('Recent'), pages: recents }, ...groups] : groups
  }
  const groupsBy = (scoreOf: (words: readonly string[]) => number) => {
    const titled = best(pages, ({ title }) => [title], scoreOf)
    const scored = sections.map(([heading, group]) => {
      const { score, items } = best(group, ({ label, keywords }) => [label, ...keywords], scoreOf)
      return {
        score,
        group: { kind: 'actions', heading: headingOf(heading), actions: items } as PaletteGroup,
      }
    })
    const inPages: PaletteGroup = {
      kind: 'pages',
      heading: t('Pages'),
      pages: titled.items.slice(0, MOST_PAGES),
    }
    return [{ score: titled.score, group: inPages }, ...scored]
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ group }) => group)
  }
  const literal = groupsBy((words) => paletteScore(typed, words))
  return literal.length > 0 ? literal : groupsBy((words) => forgivingScore(typed, words))
}

/** What a chosen entry is called inside of the palette. */
export const pageValue = (id: string): string => `page ${id}`
export const actionValue = (id: string): string => `action ${id}`
export const hitValue = (id: string): string => `hit ${id}`

/** The values of all entries in their order. */
export const valuesOf = (groups: readonly PaletteGroup[]): string[] =>
  groups.flatMap((group) =>
    group.kind === 'pages'
      ? group.pages.map(({ id }) => pageValue(id))
      : group.actions.map(({ id }) => actionValue(id)),
  )
