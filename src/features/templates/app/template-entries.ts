import { t } from '@/shared/i18n'
import { type Template, templates } from '../model'
import type { OwnTemplate } from '../own-template'
import {
  chosenTemplates,
  READY_CATEGORIES,
  type ReadyCategory,
  type ReadyTemplate,
} from '../ready/ready-templates'

/** A template as the gallery shows it: somebody's own, a ready one, or a sample page. */
export interface TemplateEntry {
  /** Unique among all. */
  key: string
  title: string
  icon: string | null
  summary: string
  source:
    | { kind: 'own'; template: OwnTemplate }
    | { kind: 'ready'; template: ReadyTemplate }
    | { kind: 'sample'; template: Template }
}

/** What the gallery can be narrowed to. */
export type GalleryCategory = 'own' | ReadyCategory | 'learn'

export interface TemplateGroup {
  category: GalleryCategory
  label: string
  entries: readonly TemplateEntry[]
}

/** What a category is called. */
const categoryLabel = (category: ReadyCategory): string =>
  ({
    meetings: t('Meetings'),
    planning: t('Planning and decisions'),
    team: t('Team'),
    personal: t('Personal'),
  })[category]

/** The key of a ready template's entry. */
export const readyKey = (id: string): string => `ready ${id}`

const ready = (template: ReadyTemplate): TemplateEntry => ({
  key: readyKey(template.id),
  title: template.title,
  icon: template.icon,
  summary: template.summary,
  source: { kind: 'ready', template },
})

const sample = (template: Template): TemplateEntry => ({
  key: `sample ${template.slug}`,
  title: template.title,
  icon: template.icon,
  summary: template.summary,
  source: { kind: 'sample', template },
})

const own = (template: OwnTemplate): TemplateEntry => ({
  key: `own ${template.id}`,
  title: template.title,
  icon: template.icon,
  summary: template.excerpt,
  source: { kind: 'own', template },
})

/** What the gallery can be narrowed to, in its order. */
export const galleryCategories = (): { category: GalleryCategory; label: string }[] => [
  { category: 'own', label: t('Yours') },
  ...READY_CATEGORIES.map((category) => ({ category, label: categoryLabel(category) })),
  { category: 'learn', label: t('Learn') },
]

/**
 * The gallery's groups: one's own first, then the ready templates by what they are for, then the sample pages by the page they
 * belong to. With words, what has each of them in its title or summary; a group without any is left out.
 */
export function templateGroups(
  mine: readonly OwnTemplate[],
  query: string,
  only: GalleryCategory | null = null,
): TemplateGroup[] {
  const words = query.toLocaleLowerCase().split(/\s+/u).filter(Boolean)
  const isWanted = ({ title, summary }: TemplateEntry) => {
    const text = `${title}\n${summary}`.toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  }
  const groups: TemplateGroup[] = [
    { category: 'own', label: t('Your templates'), entries: mine.map(own) },
    ...READY_CATEGORIES.map((category) => ({
      category,
      label: categoryLabel(category),
      entries: chosenTemplates.filter((template) => template.category === category).map(ready),
    })),
    ...sampleGroups(),
  ]
  return groups
    .filter(({ category }) => only === null || category === only)
    .map((group) => ({ ...group, entries: group.entries.filter(isWanted) }))
    .filter((group) => group.entries.length > 0)
}

function sampleGroups(): TemplateGroup[] {
  const slugs = new Set(templates.map(({ slug }) => slug))
  const roots = templates.filter(({ parent }) => parent === null || !slugs.has(parent))
  const rootOf = (template: Template): string => {
    const above = templates.find(({ slug }) => slug === template.parent)
    return above ? rootOf(above) : template.slug
  }
  const byRoot = Map.groupBy(templates, rootOf)
  const alone = roots.filter(({ slug }) => byRoot.get(slug)?.length === 1)
  const group = (title: string, list: readonly Template[]): TemplateGroup => ({
    category: 'learn',
    label: t('Learn: {title}', { title }),
    entries: list.map(sample),
  })
  return [
    ...roots
      .filter((root) => !alone.includes(root))
      .map((root) => group(root.title, byRoot.get(root.slug) ?? [])),
    group(t('More'), alone),
  ]
}
