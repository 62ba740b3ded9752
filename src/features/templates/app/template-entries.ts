import { t } from '@/shared/i18n'
import { type Template, templates } from '../model'
import type { OwnTemplate } from '../own-template'

/** A template as the gallery shows it, built in or somebody's own. */
export interface TemplateEntry {
  /** Unique among all. */
  key: string
  title: string
  icon: string | null
  summary: string
  source: { kind: 'own'; template: OwnTemplate } | { kind: 'built-in'; template: Template }
}

export interface TemplateGroup {
  label: string
  entries: readonly TemplateEntry[]
}

const builtIn = (template: Template): TemplateEntry => ({
  key: `built-in ${template.slug}`,
  title: template.title,
  icon: template.icon,
  summary: template.summary,
  source: { kind: 'built-in', template },
})

const own = (template: OwnTemplate): TemplateEntry => ({
  key: `own ${template.id}`,
  title: template.title,
  icon: template.icon,
  summary: template.excerpt,
  source: { kind: 'own', template },
})

/**
 * The gallery's groups: one's own first, then the built-in ones by the page they belong to. With words, what has each of
 * them in its title or summary; a group without any is left out.
 */
export function templateGroups(mine: readonly OwnTemplate[], query: string): TemplateGroup[] {
  const words = query.toLocaleLowerCase().split(/\s+/u).filter(Boolean)
  const isWanted = ({ title, summary }: TemplateEntry) => {
    const text = `${title}\n${summary}`.toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  }
  const slugs = new Set(templates.map(({ slug }) => slug))
  const roots = templates.filter(({ parent }) => parent === null || !slugs.has(parent))
  const rootOf = (template: Template): string => {
    const above = templates.find(({ slug }) => slug === template.parent)
    return above ? rootOf(above) : template.slug
  }
  const byRoot = Map.groupBy(templates, rootOf)
  const alone = roots.filter(({ slug }) => byRoot.get(slug)?.length === 1)
  const groups = [
    { label: t('Your templates'), entries: mine.map(own) },
    ...roots
      .filter((root) => !alone.includes(root))
      .map((root) => ({ label: root.title, entries: (byRoot.get(root.slug) ?? []).map(builtIn) })),
    { label: t('More'), entries: alone.map(builtIn) },
  ]
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter(isWanted) }))
    .filter((group) => group.entries.length > 0)
}
