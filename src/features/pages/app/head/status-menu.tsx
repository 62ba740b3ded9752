import { t } from '@/shared/i18n'
import { ButtonMenu, MenuRadioGroup, MenuRadioItem } from '@/ui/menu'
import type { Popup } from '@/ui/popup-button'
import { type PageStatus, STATUS_LABELS, STATUSES } from '../../model'
import { StatusDot } from '../status-dot'

export interface StatusMenuProps {
  popup: Popup
  status: PageStatus
  onChange(status: PageStatus): void
}

/** The six values of a status, any of them at any time (product.md 4.1). */
export default function StatusMenu({ popup, status, onChange }: StatusMenuProps) {
  return (
    <ButtonMenu popup={popup} label={t('Status')}>
      <MenuRadioGroup
        value={status}
        onValueChange={(next: PageStatus) => {
          popup.onOpenChange(false)
          onChange(next)
        }}
      >
        {STATUSES.map((one) => (
          <MenuRadioItem key={one} value={one} icon={<StatusDot status={one} />}>
            {STATUS_LABELS[one]}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </ButtonMenu>
  )
}
