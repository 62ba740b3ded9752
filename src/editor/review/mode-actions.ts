import { Eye, FilePenLine, MessageSquareDiff } from 'lucide-react'
import type { Action } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'
import type { EditingMode } from '@/shared/permissions'
import { bestModeOf, chosenOf, modeOf, modesWithin } from './modes'

const action = (
  mode: EditingMode,
  order: number,
  rest: Pick<Action, 'label' | 'icon' | 'shortcut'>,
): Action =>
  Object.defineProperties(
    {
      id: `mode.${mode}`,
      label: '',
      keywords: ['mode', 'suggest', 'track changes', 'read only'],
      places: {
        pageMenu: { order, when: ({ editor }) => editor !== null },
        palette: { group: 'Page' },
      },
      isActive: ({ page }) => page !== null && modeOf(page.id).get() === mode,
      command({ page, editor }, apply) {
        if (!page || !editor || modeOf(page.id).get() === mode) return false
        if (!modesWithin(bestModeOf(page.id).get()).includes(mode)) return false
        if (apply) chosenOf(page.id).set(mode)
        return true
      },
    } satisfies Action,
    // Labels are asked for when they are shown: they are in the language of that moment.
    Object.getOwnPropertyDescriptors(rest),
  )

/** The ways to work on the page on the screen, for its menu, the palette and the keyboard. */
export const modeActions: readonly Action[] = [
  action('editing', 5, {
    get label() {
      return t('Mode: Editing')
    },
    icon: FilePenLine,
    shortcut: 'mod+alt+shift+z',
  }),
  action('suggesting', 6, {
    get label() {
      return t('Mode: Suggesting')
    },
    icon: MessageSquareDiff,
    shortcut: 'mod+alt+shift+x',
  }),
  action('viewing', 7, {
    get label() {
      return t('Mode: Viewing')
    },
    icon: Eye,
    shortcut: 'mod+alt+shift+c',
  }),
]
