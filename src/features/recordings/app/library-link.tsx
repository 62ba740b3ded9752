import { Clapperboard } from 'lucide-react'
import { t } from '@/shared/i18n'
import { recordingWindow } from './recording-windows'

/** The way to the Media Library in the sidebar. */
export default function LibraryLink() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => recordingWindow.set('library')}
      className="flex h-[30px] w-full cursor-pointer items-center gap-2 rounded-control px-2 text-text-muted hover:bg-hover hover:text-text coarse:h-11"
    >
      <Clapperboard aria-hidden className="size-4 shrink-0" />
      {t('Media Library')}
    </button>
  )
}
