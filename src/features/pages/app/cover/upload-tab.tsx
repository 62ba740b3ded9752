import { Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { kindOfFile } from '@/blocks/media/media-url'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { Button } from '@/ui/button'
import { cn } from '@/ui/cn'
import { COVER_ERRORS, isQuickTime } from '../../cover/cover'
import { COVER_TOO_LARGE, NO_COVER_FILE } from '../../cover/cover-words'
import type { ChoosesCover, PendingCover } from './pending'

/** A file as a cover that waits to be set, or in words why it can be none (rulings 6, product.md 5.7, 9.5). */
export function pendingFile(file: File): PendingCover | string {
  const type = kindOfFile(file.type, file.name)
  if (type === 'file') return NO_COVER_FILE()
  if (type === 'video' && isQuickTime(file.name)) return COVER_ERRORS.quickTime
  if (file.size > LIMITS.coverFile) return COVER_TOO_LARGE()
  return { kind: 'file', file, type, url: URL.createObjectURL(file) }
}

/** A file of one's own: chosen, dropped or pasted. */
export function UploadTab({ onChoose }: ChoosesCover) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const take = (file: File | undefined) => {
    if (!file) return
    const pending = pendingFile(file)
    if (typeof pending === 'string') return setFault(pending)
    setFault(null)
    onChoose(pending)
  }
  const drag = (event: DragEvent, over: boolean) => {
    event.preventDefault()
    setOver(over)
  }
  return (
    <section
      aria-label={t('Upload')}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false)
        take(event.dataTransfer.files[0])
      }}
      onPaste={(event) => take(event.clipboardData.files[0])}
      className={cn(
        'flex min-h-64 flex-col items-center justify-center gap-3 rounded-popover border border-dashed border-border-strong p-6 text-center',
        isOver && 'border-accent bg-hover',
      )}
    >
      <Upload aria-hidden className="size-6 text-text-faint" />
      <Button onClick={() => input.current?.click()}>{t('Choose a file')}</Button>
      <input
        ref={input}
        type="file"
        aria-label={t('Cover file')}
        accept="image/*,video/*,audio/*"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <p className="text-sm text-text-muted">
        {t('A picture, a video or a sound of up to {coverFile} MB. Images wider than 1500 px work best.', {
          coverFile: LIMITS.coverFile / 1024 ** 2,
        })}
      </p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
    </section>
  )
}
