import { SquarePen, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useActions } from '@/app/actions'
import { openSettings } from '@/app/overlays'
import { always } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'
import { useNewPage } from './new-page'
import { askForTrash } from './trash-asked'

/** What can be done with pages while somebody is signed in, whether the sidebar is there or not. */
export default function PageActionsHost() {
  const { newPage } = useNewPage()
  useActions(
    useMemo(
      () => [
        {
          id: 'page.new',
          label: t('New page'),
          icon: SquarePen,
          places: { palette: { group: 'Pages' } },
          command: always(() => void newPage(null)),
        },
        {
          id: 'page.trash',
          label: t('Open the trash'),
          icon: Trash2,
          places: { palette: { group: 'Pages' } },
          command: always(() => void (askForTrash() || openSettings('trash'))),
        },
      ],
      [newPage],
    ),
  )
  return null
}
