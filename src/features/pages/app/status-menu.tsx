import { t } from '@/shared/i18n'
import { ButtonMenu, MenuRadioGroup, MenuRadioItem } from '@/ui/menu'
import type { Popup } from '@/ui/popup-button'
import { type PageStatus, STATUS_LABELS, STATUSES } from '../model'
import { StatusDot } from './status-dot'

export interface StatusMenuProps {
  popup: Popup
  /** Empty: several. */
  status: PageStatus | ''
  onChoose(status: PageStatus): void
}

/** The six values of a status; any may be chosen (product.md 4.1). */
export default function StatusMenu({ popup, status, onChoose }: StatusMenuProps) {
  return (
    <ButtonMenu popup={popup} label={t('Status')}>
      <MenuRadioGroup value={status} onValueChange={(next: PageStatus) => onChoose(next)}>
        {STATUSES.map((value) => (
          <MenuRadioItem key={value} value={value} closeOnClick icon={<StatusDot status={value} />}>
            {STATUS_LABELS[value]}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </ButtonMenu>
  )
}
