import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useState } from 'react'
import { COLORS, type Color } from '@/blocks/kit/colors'
import { t } from '@/shared/i18n'
import { cn } from '@/ui/cn'
import { keyInRow } from '@/ui/key-in-row'
import { lastColors, type Painted } from '../core/last-colors'
import { colorName } from '../core/names'
import { paint, paintOf } from '../core/style-actions'
import { ColorSample } from './icons'
import { ToolPanel } from './tool-panel'

const NAMES: readonly (Color | null)[] = [null, ...COLORS]
const PER_ROW = 5

export interface ColorPanelProps {
  editor: Editor
  /** The button that opened it. */
  button: HTMLElement
  onClose(): void
}

interface Swatch {
  painted: Painted
  color: Color | null
}

/**
 * The ten colours of words and the ten behind them, and those that were chosen last (product.md 5.21, 9.11). One stop for
 * Tab, whose arrows go through all of them.
 */
export default function ColorPanel({ editor, button, onClose }: ColorPanelProps) {
  const [last] = useState(lastColors)
  const [now] = useState(() => ({
    color: paintOf(editor.state, 'color'),
    backgroundColor: paintOf(editor.state, 'backgroundColor'),
  }))
  const pick = ({ painted, color }: Swatch) => {
    onClose()
    paint(painted, color)(editor.state, editor.view.dispatch)
  }
  const recent: Swatch[] = (['color', 'backgroundColor'] as const).flatMap((painted) =>
    last[painted] === null ? [] : [{ painted, color: last[painted] }],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
    const at = all.indexOf(document.activeElement as HTMLElement)
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: PER_ROW, ArrowUp: -PER_ROW }[keyInRow(event)]
    if (event.key === 'Home') all[0]?.focus()
    else if (event.key === 'End') all.at(-1)?.focus()
    else if (by !== undefined) all[Math.min(all.length - 1, Math.max(0, at + by))]?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const swatch = ({ painted, color }: Swatch, isStop: boolean, checked?: boolean) => {
    const what = painted === 'color' ? 'text' : 'background'
    const name = colorName(color)
    const label = what === 'text' ? t('{name} text', { name }) : t('{name} background', { name })
    return (
      <button
        key={`${painted} ${color}`}
        type="button"
        className={cn('color-choice', checked && 'is-chosen')}
        aria-label={label}
        title={label}
        aria-pressed={checked}
        tabIndex={isStop ? 0 : -1}
        onClick={() => pick({ painted, color })}
      >
        <ColorSample of={what} color={color ?? 'default'} />
      </button>
    )
  }
  const group = (painted: Painted, label: string) => (
    <fieldset>
      <legend>{label}</legend>
      <div className="color-grid">
        {NAMES.map((color) =>
          swatch({ painted, color }, painted === 'color' && color === now.color, color === now[painted]),
        )}
      </div>
    </fieldset>
  )
  return (
    <ToolPanel
      label={t('Colors')}
      className="color-panel"
      context={button}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      {recent.length > 0 && (
        <fieldset>
          <legend>{t('Last used')}</legend>
          <div className="color-grid">{recent.map((one) => swatch(one, false))}</div>
        </fieldset>
      )}
      {group('color', t('Text'))}
      {group('backgroundColor', t('Background'))}
    </ToolPanel>
  )
}
