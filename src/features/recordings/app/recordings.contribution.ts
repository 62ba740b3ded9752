import { type Action, always } from '@/blocks/kit/action'
import type { Contribution } from '@/editor/contribution'
import { t } from '@/shared/i18n'
import { lazy } from '@/ui/lazy'
import { runLater } from '@/ui/run-later'

/** Opens one of the windows; with it comes its code. */
const opens = (which: 'menu' | 'library') =>
  always(() =>
    runLater(
      () => import('./recording-windows'),
      ({ recordingWindow }) => recordingWindow.set(which),
    ),
  )

const places = { slashMenu: { group: 'Media' }, palette: { group: 'Editor' } } satisfies Action['places']

/** Recording the screen, the camera and sound, and the library of what was recorded (product.md 2.39). */
export const recordings: Contribution = {
  name: 'recordings',
  actions: [
    {
      id: 'recording.record',
      get label() {
        return t('Record')
      },
      icon: 'video',
      keywords: ['screen', 'camera', 'audio', 'screenshot', 'microphone'],
      places,
      command: opens('menu'),
    },
    {
      id: 'recording.library',
      get label() {
        return t('Media Library')
      },
      icon: 'video',
      keywords: ['recordings', 'screenshots'],
      places,
      command: opens('library'),
    },
  ],
  windows: [lazy(() => import('./recordings-host'))],
}
