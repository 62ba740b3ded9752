import { useState } from 'react'
import { t } from '@/shared/i18n'
import { AtomPanel } from '../kit/atom-panel'
import type { Color } from '../kit/colors'
import type { BlockPanelProps } from '../kit/living-kind'
import { useEditorValue } from '../kit/use-editor-value'
import { ColorDots } from './color-dots'
import { ICON_SIZES } from './icon'
import { IconGrid } from './icon-grid'
import './icon.panel.css'

/** Which drawing an icon shows, in which colour and size. */
export default function IconPanel({ editor, pos, setAttributes, onDone, onTakeBack }: BlockPanelProps) {
  const attrs = useEditorValue(editor, ({ state }) => state.doc.nodeAt(pos)?.attrs ?? null)
  const [isChanged, setChanged] = useState(false)

  const set = (attributes: Record<string, unknown>) => {
    setChanged(true)
    setAttributes(['icon'], attributes)
  }
  const pick = (name: string) => {
    set({ iconName: name })
    onDone()
  }
  return (
    <AtomPanel
      editor={editor}
      pos={pos}
      label={t('Icon')}
      className="icon-panel"
      onCancel={() => (onTakeBack && !isChanged ? onTakeBack() : onDone())}
      onLeave={onDone}
    >
      <IconGrid onPick={pick} fieldClass="search-field" />
      <ColorDots value={(attrs?.color ?? null) as Color | null} onChange={(color) => set({ color })} />
      <fieldset className="icon-choices" aria-label={t('Size')}>
        {[null, ...ICON_SIZES].map((size) => (
          <button
            key={size ?? 'text'}
            type="button"
            className="icon-size"
            aria-label={size ? t('{size} pixels', { size }) : t('As the text')}
            aria-pressed={(attrs?.size ?? null) === size}
            onClick={() => set({ size })}
          >
            {size ?? t('Auto')}
          </button>
        ))}
      </fieldset>
    </AtomPanel>
  )
}
