import type { Action } from '@/blocks/kit/action'
import type { Contribution } from '@/editor/contribution'
import { t } from '@/shared/i18n'
import { lazy } from '@/ui/lazy'
import { runLater } from '@/ui/run-later'

/** The others come with the host: the slash menu and the toolbar ask an editor's actions once. */
let actions: readonly Action[] = [
  {
    id: 'speech.dictate',
    get label() {
      return t('Dictate')
    },
    icon: 'mic',
    keywords: ['voice', 'microphone', 'speak', 'record', 'transcribe'],
    places: { slashMenu: {}, toolbar: { order: 5 }, palette: { group: 'Editor' } },
    command({ editor }, apply) {
      if (!editor?.view.editable) return false
      if (apply)
        runLater(
          () => import('./start-dictation'),
          ({ startDictation }) => startDictation(editor),
        )
      return true
    },
  },
]

/** All of it comes once the page is there: what can be done, and the bars that show what is being done. */
const Speech = lazy(async () => {
  const host = await import('./speech-host')
  actions = [...actions, ...host.speechActions]
  return host
})

/** Reading pages aloud, and writing what is said. */
export const speech: Contribution = {
  name: 'speech',
  get actions() {
    return actions
  },
  windows: [Speech],
}
