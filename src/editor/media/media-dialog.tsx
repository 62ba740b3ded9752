import type { Editor } from '@tiptap/core'
import { FolderUp, Upload } from 'lucide-react'
import { type DragEvent, type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { BlockHost } from '@/blocks/kit/block-program'
import { EMBED_NAMES, embedOf } from '@/blocks/media/embeds'
import { fileSize, type MediaKind } from '@/blocks/media/media-url'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { Button, buttonClass } from '@/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/ui/dialog'
import { Field, Input } from '@/ui/field'
import { toast } from '@/ui/toast'
import { broughtBy } from './brought-files'
import { acceptOf, whyNotFiles } from './check-files'
import { type Taken, takenOfBrought, takenOfChosen } from './folders'
import { mediaFromAddress, mediaFromFiles, replaceMedia } from './insert-media'

/** What the dialog inserts, as its title says it (product.md 2.38). */
const TITLES: Readonly<Record<MediaKind, string>> = {
  get image() {
    return t('Image')
  },
  get video() {
    return t('Video')
  },
  get audio() {
    return t('Audio')
  },
  get file() {
    return t('File')
  },
  get mediaEmbed() {
    return t('Media')
  },
}

const HINTS: Readonly<Record<MediaKind, string>> = {
  image: 'https://example.com/photo.jpg',
  get video() {
    return t('{address}, or a YouTube or Vimeo link', { address: 'https://example.com/clip.mp4' })
  },
  get audio() {
    return t('{address}, or a Spotify or SoundCloud link', { address: 'https://example.com/song.mp3' })
  },
  file: 'https://example.com/report.pdf',
  mediaEmbed: 'https://www.youtube.com/watch?v=…',
}

/** Phones may have no folders to choose. */
const CAN_CHOOSE_FOLDERS = 'webkitdirectory' in HTMLInputElement.prototype
/** React does not know this attribute. */
const FOLDER = { webkitdirectory: '' }

interface MediaDialogProps {
  editor: Editor
  host: BlockHost
  /** Where the block is that gets it. */
  pos: number
  kind: MediaKind
  onClose(): void
}

/** Asks for a file of this computer, which is inserted as soon as it is chosen, or an address. */
export function MediaDialog({ editor, host, pos, kind, onClose }: MediaDialogProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState('')
  const [wrong, setWrong] = useState<{ files?: string; address?: string }>({})
  // A folder is read for a while, in which others write before the block.
  const place = useRef<number | null>(pos)
  useLayoutEffect(() => {
    place.current = pos
    return () => {
      place.current = null
    }
  }, [pos])
  const canUpload = kind !== 'mediaEmbed'

  const choose = (chosen: readonly File[], isLookedAt = false) => {
    const reason = isLookedAt ? null : whyNotFiles(chosen, kind)
    if (reason) return setWrong({ files: reason })
    // Given up meanwhile.
    if (place.current === null) return
    editor.view.dispatch(replaceMedia(editor.state, place.current, mediaFromFiles(chosen, host, kind)))
    onClose()
  }
  const accept = (event: FormEvent) => {
    event.preventDefault()
    const { view, state } = editor
    const made = mediaFromAddress(address, kind)
    if (!made) return setWrong({ address: t('Invalid URL') })
    const { url } = made.attributes
    view.dispatch(replaceMedia(state, pos, [made]))
    if (made.kind === 'mediaEmbed' && !embedOf(url))
      toast(
        t('{hostname} cannot be shown here. It is kept as a link.', {
          hostname: new URL(String(url)).hostname,
        }),
      )
    onClose()
  }
  /** Of a folder what can be taken is, and the rest is told. */
  const take = ({ files, note }: Taken) => {
    if (files.length === 0) return setWrong({ files: note ?? '' })
    if (note) toast(note)
    choose(files, true)
  }
  const drop = async (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    const brought = broughtBy(event.dataTransfer)
    if (brought.folders.length === 0) return choose(brought.files)
    take(await takenOfBrought(brought, kind))
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('Insert {title}', { title: TITLES[kind] })}>
        <form onSubmit={accept} noValidate>
          {canUpload && (
            // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's way; the button is the keyboard's
            <div
              className="flex flex-col items-center gap-2 rounded-popover border border-border border-dashed bg-surface px-4 py-5 text-center"
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => void drop(event)}
            >
              <input
                ref={input}
                id={id}
                type="file"
                className="sr-only"
                multiple
                accept={acceptOf(kind)}
                aria-label={t('Upload from computer')}
                onChange={(event) => choose([...(event.target.files ?? [])])}
              />
              <div className="flex flex-wrap justify-center gap-2">
                <label htmlFor={id} className={buttonClass('secondary')}>
                  <Upload aria-hidden /> {t('Upload from computer')}
                </label>
                {CAN_CHOOSE_FOLDERS && (
                  <>
                    <input
                      {...FOLDER}
                      id={`${id}-folder`}
                      type="file"
                      className="sr-only"
                      aria-label={t('Choose a folder')}
                      onChange={(event) => {
                        take(takenOfChosen([...(event.target.files ?? [])], kind))
                        event.target.value = ''
                      }}
                    />
                    <label htmlFor={`${id}-folder`} className={buttonClass('ghost')}>
                      <FolderUp aria-hidden /> {t('Choose a folder')}
                    </label>
                  </>
                )}
              </div>
              <p className="text-text-muted text-xs">
                {host.upload
                  ? t('Or drop it here. Up to {fileSize}.', { fileSize: fileSize(LIMITS.uploadFile) })
                  : t('Or drop it here. It stays in this tab: sign in to keep files.')}
              </p>
              <div role="alert" className="text-danger text-xs empty:hidden">
                {wrong.files}
              </div>
            </div>
          )}
          <Field
            className={canUpload ? 'mt-4' : undefined}
            label={t('URL')}
            error={wrong.address}
            hint={
              kind === 'mediaEmbed'
                ? t('Shown here: {embedNames}. Anything else is kept as a link.', {
                    embedNames: EMBED_NAMES.join(', '),
                  })
                : undefined
            }
          >
            <Input
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder={HINTS[kind]}
              value={address}
              onChange={(event) => {
                setAddress(event.target.value)
                setWrong({})
              }}
            />
          </Field>
          <DialogFooter>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button variant="primary" type="submit">
              {t('Insert')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
