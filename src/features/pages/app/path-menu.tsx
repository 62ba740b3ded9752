import { Link } from '@tanstack/react-router'
import { ButtonMenu, MenuItem } from '@/ui/menu'
import type { Popup } from '@/ui/popup-button'
import type { Crumb } from './breadcrumbs'
import { PageIcon } from './page-icon'

/** The pages above that the breadcrumbs have no room for. */
export default function PathMenu({ popup, path }: { popup: Popup; path: readonly Crumb[] }) {
  return (
    <ButtonMenu popup={popup}>
      {path.map((crumb) => (
        <MenuItem
          key={crumb.id}
          icon={<PageIcon icon={crumb.icon} />}
          render={<Link to="/$documentId" params={{ documentId: crumb.id }} />}
        >
          {crumb.title}
        </MenuItem>
      ))}
    </ButtonMenu>
  )
}
