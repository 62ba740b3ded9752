import type { EditorView } from '@tiptap/pm/view'
import type { BlockHost } from '@/blocks/kit/block-program'
import { t } from '@/shared/i18n'
import { withAnnouncement } from '../core/surface-state'
import { whyNotFiles } from './check-files'
import { insertMedia, mediaFromFiles, replaceMedia } from './insert-media'

/** Says something to the person. */
export type Tell = (message: string) => void

/** Where files go: to a place between blocks, or into the empty block of media at `into`; neither: to the caret. */
export interface FilesPlace {
  place?: number
  into?: number
}

/** Puts files that were looked at into the page, and begins to keep them. */
export function addFiles(
  view: EditorView,
  files: readonly File[],
  host: BlockHost,
  tell: Tell,
  { place, into }: FilesPlace = {},
): void {
  const blocks = mediaFromFiles(files, host)
  const tr =
    into === undefined ? insertMedia(view.state, blocks, place) : replaceMedia(view.state, into, blocks)
  const said =
    files.length === 1
      ? t('Added {name}', { name: files[0]!.name })
      : t('Added {count} files', { count: files.length })
  view.dispatch(withAnnouncement(tr, said))
  void import('./why-not-played').then(({ whyNotPlayed }) => {
    const warning = whyNotPlayed(files)
    if (warning) tell(warning)
  })
}

/** Takes files into the page; false when one of them cannot be taken, which is told. */
export function takeFiles(
  view: EditorView,
  files: readonly File[],
  host: BlockHost,
  tell: Tell,
  at: FilesPlace = {},
): boolean {
  const wrong = whyNotFiles(files)
  if (wrong) {
    tell(wrong)
    return false
  }
  addFiles(view, files, host, tell, at)
  return true
}
