import type { Color } from '@/blocks/kit/colors'
import { t } from '@/shared/i18n'

/** What a color is called; `null` is that of the page. */
export function colorName(color: Color | null): string {
  const names: Record<Color, () => string> = {
    gray: () => t('Gray'),
    brown: () => t('Brown'),
    orange: () => t('Orange'),
    yellow: () => t('Yellow'),
    green: () => t('Green'),
    blue: () => t('Blue'),
    purple: () => t('Purple'),
    pink: () => t('Pink'),
    red: () => t('Red'),
  }
  return color === null ? t('Default') : names[color]()
}

/** What it is called that text stands at a side. */
export function sideName(side: 'left' | 'center' | 'right' | 'justify'): string {
  const names = {
    left: () => t('Left'),
    center: () => t('Center'),
    right: () => t('Right'),
    justify: () => t('Justify'),
  }
  return names[side]()
}
