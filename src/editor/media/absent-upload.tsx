import { type LucideIcon, Play, Trash2, Upload as UploadIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { textOf } from '@/blocks/media/attributes'
import { MEDIA_PANEL } from '@/blocks/media/define-media'
import { fileSize } from '@/blocks/media/media-url'
import { t } from '@/shared/i18n'
import { type Absent, absentUpload, fileOfHandle, forgetUpload, isThatFile, whenLetGo } from './kept-uploads'
import type { MediaProps } from './media-block'
import { Tool } from './tool'
import { isInterrupted, isLocal, saysFailed, startUpload, uploadNamed, uploadOf } from './uploads'

/** What is said of a file that this tab does not have. */
function wordsOf(placeholder: string, absent: Absent, isEditable: boolean): string {
  const id = uploadNamed(placeholder)
  if (saysFailed(placeholder))
    return isEditable
      ? t('This file could not be uploaded. Choose the file again.')
      : t('This file could not be uploaded.')
  if (isLocal(id)) return t('It was in the tab only and not uploaded. Sign in to keep files.')
  if (absent.state === 'elsewhere') return t('The upload goes on in another tab.')
  if (absent.state === 'broken-off' || isInterrupted(id)) {
    if (!isEditable) return t('The upload was interrupted.')
    return absent.state === 'broken-off' && absent.kept.handle
      ? t('The upload was interrupted. It can go on where it stopped.')
      : absent.state === 'broken-off'
        ? t('The upload was interrupted. Choose the same file again: it goes on where it stopped.')
        : t('The upload was interrupted. Choose the file again.')
  }
  return t('Not here yet: the upload is still going on elsewhere, or it was interrupted.')
}

/**
 * A file on its way that this tab does not have. What this browser began goes on by itself where the file may still be read, and else when
 * the person lets it be read or chooses it again.
 */
export function AbsentUpload({
  frame,
  node,
  isEditable,
  icon: Icon,
  name,
  size,
  remove,
}: MediaProps & { icon: LucideIcon; name: string; size: number | null; remove(): void }) {
  const placeholder = textOf(node.attrs, 'placeholderId')
  const id = uploadNamed(placeholder)
  const input = useRef<HTMLInputElement>(null)
  const [absent, setAbsent] = useState<Absent>({ state: 'unknown' })
  const [wrong, setWrong] = useState('')
  const goOn = (file: File) => {
    if (!uploadOf(id)) startUpload(file, frame.host(), id)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each upload; the block is another one for another id
  useEffect(() => {
    let isGone = false
    const leaving = new AbortController()
    const look = async () => {
      const found = await absentUpload(id)
      if (isGone) return
      setAbsent(found)
      if (found.state === 'elsewhere') return void whenLetGo(id, leaving.signal).then(look)
      if (found.state !== 'broken-off' || !isEditable || saysFailed(placeholder)) return
      const file = await fileOfHandle(found.kept, false)
      if (file && !isGone) goOn(file)
    }
    void look()
    return () => {
      isGone = true
      leaving.abort()
    }
  }, [placeholder, isEditable])
  const choose = (file: File | undefined) => {
    if (!file) return
    if (absent.state === 'broken-off' && !isThatFile(absent.kept, file))
      return setWrong(t('This is another file. Choose “{name}”.', { name }))
    goOn(file)
  }
  const readAgain = async () => {
    const file = absent.state === 'broken-off' ? await fileOfHandle(absent.kept, true) : null
    if (file) return goOn(file)
    // Moved, changed, or not allowed: the person shows it.
    setAbsent((now) => (now.state === 'broken-off' ? { ...now, kept: { ...now.kept, handle: null } } : now))
  }
  const hasHandle = absent.state === 'broken-off' && absent.kept.handle !== null
  return (
    <div className="media-card media-waiting" data-state="absent">
      <Icon aria-hidden size={18} />
      <span className="media-card-text">
        <span className="media-card-name">{name}</span>
        <span className="media-card-note" role={wrong ? 'alert' : undefined}>
          {size !== null && `${fileSize(size)} · `}
          {wrong || wordsOf(placeholder, absent, isEditable)}
        </span>
      </span>
      {isEditable && (
        <>
          {hasHandle && (
            <Tool label={t('Continue the upload of {name}', { name })} onClick={() => void readAgain()}>
              <Play aria-hidden size={16} />
            </Tool>
          )}
          {!hasHandle && absent.state !== 'elsewhere' && (
            <Tool
              label={t('Choose the file again')}
              onClick={() =>
                absent.state === 'broken-off' ? input.current?.click() : frame.openPanel(MEDIA_PANEL)
              }
            >
              <UploadIcon aria-hidden size={16} />
            </Tool>
          )}
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t('The file of “{name}”', { name })}
            onChange={(event) => {
              choose(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Tool
            label={t('Remove {name}', { name })}
            onClick={() => {
              void forgetUpload(id)
              remove()
            }}
          >
            <Trash2 aria-hidden size={16} />
          </Tool>
        </>
      )}
    </div>
  )
}
