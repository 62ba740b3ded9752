import { t } from '@/shared/i18n'
import { COLORS, type Color } from '../kit/colors'
import { iconColorName } from './color-names'
import './icon-grid.css'

export interface ColorDotsProps {
  value: Color | null
  onChange(color: Color | null): void
}

/** The colours that an icon can have. */
export const ColorDots = ({ value, onChange }: ColorDotsProps) => (
  <fieldset className="icon-choices" aria-label={t('Color')}>
    {[null, ...COLORS].map((color) => (
      <button
        key={color ?? 'text'}
        type="button"
        className="icon-color"
        data-color={color ?? undefined}
        aria-label={color ? iconColorName(color) : t('As the text')}
        aria-pressed={value === color}
        onClick={() => onChange(color)}
      />
    ))}
  </fieldset>
)
