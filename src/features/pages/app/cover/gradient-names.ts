import { language, t } from '@/shared/i18n'
import { gradients } from '../../cover/gradients'

/** What a group of gradients is called. */
export function groupName(group: string): string {
  const names: Record<string, () => string> = {
    Soft: () => t('Soft'),
    Sky: () => t('Sky'),
    Warm: () => t('Warm'),
    Rose: () => t('Rose'),
    Green: () => t('Green'),
    Violet: () => t('Violet'),
    Deep: () => t('Deep'),
    Light: () => t('Light'),
  }
  return names[group]?.() ?? group
}

const byName = new Map(
  [...Map.groupBy(gradients, ({ group }) => group)].flatMap(([group, members]) =>
    members.map(({ name }, at) => [name, { group, number: at + 1 }] as const),
  ),
)

/** What a gradient is called: by its own name in English, and by its place in its group where that name says nothing. */
export function gradientName(name: string): string {
  const place = byName.get(name)
  if (!place || language() === 'en') return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  return `${groupName(place.group)} ${place.number}`
}
