import { useId, useState } from 'react'
import { ColorDots } from '@/blocks/icon/color-dots'
import { IconGrid } from '@/blocks/icon/icon-grid'
import { drawingIcon, readPageIcon } from '@/blocks/icon/page-icon'
import type { Color } from '@/blocks/kit/colors'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import EmojiPanel from '@/ui/emoji/emoji-panel'
import { ButtonPopover } from '@/ui/popover'
import type { Popup } from '@/ui/popup-button'
import { Tab, TabPanel, Tabs, TabsList } from '@/ui/tabs'

export interface IconPopoverProps {
  popup: Popup
  icon: string | null
  /** Called with every change; `isDone`: the popover may close. */
  onChoose(icon: string, isDone: boolean): void
  onRemove?: (() => void) | undefined
}

/** Where the icon of a page is chosen (product.md 2.29): tabs emojis and icons, these with a colour and filled. */
export default function IconPopover({ popup, icon, onChoose, onRemove }: IconPopoverProps) {
  const said = icon === null ? null : readPageIcon(icon)
  return (
    <ButtonPopover popup={popup} label={t('Icon')} className="w-80 p-0">
      <Tabs defaultValue={said?.kind === 'drawing' ? 'icons' : 'emojis'}>
        <TabsList className="px-2 pt-1">
          <Tab value="emojis">{t('Emojis')}</Tab>
          <Tab value="icons">{t('Icons')}</Tab>
        </TabsList>
        <TabPanel value="emojis" className="pt-0">
          <EmojiPanel onChoose={(emoji) => onChoose(emoji, true)} onRemove={onRemove} />
        </TabPanel>
        <TabPanel value="icons" className="flex flex-col gap-2 p-2">
          <Drawings icon={icon} onChoose={onChoose} onRemove={onRemove} />
        </TabPanel>
      </Tabs>
    </ButtonPopover>
  )
}

function Drawings({ icon, onChoose, onRemove }: Omit<IconPopoverProps, 'popup'>) {
  const said = icon === null ? null : readPageIcon(icon)
  const now = said?.kind === 'drawing' ? said : null
  const [color, setColor] = useState<Color | null>(now?.color ?? null)
  const [filled, setFilled] = useState(now?.filled ?? false)
  const filledId = useId()
  return (
    <>
      <IconGrid
        autoFocus
        fieldClass="h-8 w-full rounded-control border border-border-strong/60 bg-surface-raised px-2.5 coarse:h-11"
        onPick={(name) => onChoose(drawingIcon(name, color, filled), true)}
      />
      <ColorDots
        value={color}
        onChange={(next) => {
          setColor(next)
          if (now) onChoose(drawingIcon(now.name, next, filled), false)
        }}
      />
      <div className="flex items-center justify-between">
        <label htmlFor={filledId} className="flex cursor-pointer items-center gap-2 px-1">
          <Checkbox
            id={filledId}
            checked={filled}
            onCheckedChange={(next) => {
              setFilled(next)
              if (now) onChoose(drawingIcon(now.name, color, next), false)
            }}
          />
          {t('Filled')}
        </label>
        {onRemove && (
          <Button variant="ghost" size="sm" onClick={onRemove}>
            {t('Remove')}
          </Button>
        )}
      </div>
    </>
  )
}
