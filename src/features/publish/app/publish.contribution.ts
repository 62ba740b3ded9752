import { Globe } from 'lucide-react'
import { type Action, onPage } from '@/blocks/kit/action'
import type { Contribution } from '@/editor/contribution'
import { t } from '@/shared/i18n'
import { showPublish } from './publish-window'

const publishAction: Action = {
  id: 'page.publish',
  get label() {
    return t('Publish…')
  },
  icon: Globe,
  // Its panel stands in the header of the page on the screen.
  places: { pageMenu: { when: ({ editor }) => editor !== null }, palette: { group: 'Page' } },
  // Once the menu has given the focus back.
  command: onPage(({ id }) => void setTimeout(() => showPublish(id))),
}

/** Pages that everybody can read. */
export const publishing: Contribution = { name: 'publishing', actions: [publishAction] }
