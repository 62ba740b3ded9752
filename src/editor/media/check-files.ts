import { fileSize, kindOfFile, type MediaKind } from '@/blocks/media/media-url'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'

/** How many files are taken at once. */
export const MOST_FILES = 30

const nameOf = (kind: MediaKind): string =>
  ({
    image: t('an image'),
    video: t('a video'),
    audio: t('an audio file'),
    file: t('a file'),
    mediaEmbed: t('a media file'),
  })[kind]

interface FileFacts {
  name: string
  type: string
  size: number
}

/** Does a block of the kind show a file of this type? One for files takes all. */
export const isAccepted = (kind: MediaKind, { type, name }: Pick<FileFacts, 'type' | 'name'>): boolean =>
  kind === 'file' || kindOfFile(type, name) === kind

/**
 * Why these files cannot be taken, in words (product.md 5.6): nothing in one, of another type, too large, too few, too
 * many. `null` when all is well. `kind`: what they must be; left out, they may be anything.
 */
export function whyNotFiles(files: readonly FileFacts[], kind: MediaKind = 'file'): string | null {
  if (files.length === 0) return t('Choose at least 1 file: {name}.', { name: nameOf(kind) })
  if (files.length > MOST_FILES)
    return t('Choose at most {mostFiles} files at once.', { mostFiles: MOST_FILES })
  for (const file of files) {
    if (!isAccepted(kind, file))
      return t('“{name}” is not {name2}.', { name: file.name, name2: nameOf(kind) })
    if (file.size === 0) return t('“{name}” is empty.', { name: file.name })
    if (file.size > LIMITS.uploadFile)
      return t('“{name}” is too large ({fileSize}). A file can have {fileSize2}.', {
        name: file.name,
        fileSize: fileSize(file.size),
        fileSize2: fileSize(LIMITS.uploadFile),
      })
  }
  return null
}

/** What an `<input type="file">` offers. */
export const acceptOf = (kind: MediaKind): string | undefined =>
  kind === 'image' || kind === 'video' || kind === 'audio' ? `${kind}/*` : undefined
