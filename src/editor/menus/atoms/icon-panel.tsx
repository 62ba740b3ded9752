import { useState } from 'react'
import { ColorDots } from '@/blocks/icon/color-dots'
import { ICON_SIZES } from '@/blocks/icon/icon'
import { IconGrid } from '@/blocks/icon/icon-grid'
import type { Color } from '@/blocks/kit/colors'
import type { BlockPanelProps } from '@/blocks/kit/living-kind'
import { useEditorValue } from '@/blocks/kit/use-editor-value'
import { t } from '@/shared/i18n'
import { AtomPanel, leavePanel, setAttributes } from './atom-panel'

/** Which drawing an icon shows, in which colour and size. */
export default function IconPanel({ editor, pos, onTakeBack }: BlockPanelProps) {
  const attrs = useEditorValue(editor, ({ state }) => state.doc.nodeAt(pos)?.attrs ?? null)
  const [isChanged, setChanged] = useState(false)

  const set = (attributes: Record<string, unknown>) => {
    setChanged(true)
    setAttributes(editor, pos, ['icon'], attributes)
  }
  const leave = () => leavePanel(editor, pos)
  const pick = (name: string) => {
    set({ iconName: name })
    leave()
  }
  return (
    <AtomPanel
      editor={editor}
      pos={pos}
      label={t('Icon')}
      className="icon-panel"
      onCancel={() => (onTakeBack && !isChanged ? onTakeBack() : leave())}
      onLeave={leave}
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
