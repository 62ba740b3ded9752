import { Globe } from 'lucide-react'
import { type Action, onPage } from '@/blocks/kit/action'
import type { Contribution } from '@/editor/contribution'
import { showPublish } from './publish-window'

const publishAction: Action = {
  id: 'page.publish',
  label: 'Publish…',
  icon: Globe,
  // Its panel stands in the header of the page on the screen.
  places: { pageMenu: { when: ({ editor }) => editor !== null } },
  // Once the menu has given the focus back.
  command: onPage(({ id }) => void setTimeout(() => showPublish(id))),
}

/** Pages that everybody can read. */
export const publishing: Contribution = { name: 'publishing', actions: [publishAction] }
