import type { PageSummary } from './model'

/**
 * Pages apart from those that new pages are made of: a template stands among the templates, and what lies in it nowhere
 * but on its own screen. Wherever a page is looked for, both are left out.
 */
export function apartFromTemplates<T extends Pick<PageSummary, 'id' | 'parentDocumentId' | 'isTemplate'>>(
  all: readonly T[],
): { pages: readonly T[]; templates: readonly T[] } {
  const templates = all.filter((page) => page.isTemplate)
  if (templates.length === 0) return { pages: all, templates }
  const childrenOf = Map.groupBy(all, (page) => page.parentDocumentId)
  const apart = new Set(templates.map((page) => page.id))
  // A set is walked in the order of adding, what is added meanwhile too.
  for (const id of apart) for (const child of childrenOf.get(id) ?? []) apart.add(child.id)
  return { pages: all.filter((page) => !apart.has(page.id)), templates }
}
