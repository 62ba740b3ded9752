import { t } from '@/shared/i18n'
import { ButtonPopover } from '@/ui/popover'
import type { Popup } from '@/ui/popup-button'
import TrashPanel from './trash-panel'

/** The trash beside the sidebar. */
export default function TrashPopover({ popup, onLeave }: { popup: Popup; onLeave(): void }) {
  return (
    <ButtonPopover popup={popup} label={t('Trash')} side="right" align="start" className="w-88">
      <TrashPanel onLeave={onLeave} />
    </ButtonPopover>
  )
}
