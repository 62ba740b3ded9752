import { t } from '@/shared/i18n'
import type { Color } from '../kit/colors'

/** What the color of an icon or of a ground is called. Apart from the names in the editor, which come with every page. */
export const iconColorName = (color: Color): string => NAMES[color]()

const NAMES: Readonly<Record<Color, () => string>> = {
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
