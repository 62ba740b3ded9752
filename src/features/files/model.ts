import type { FileInfo } from '@/blocks/kit/block-program'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'

/** A file as the calls answer it (product.md 3.18, 7.32). */
export interface StoredFile extends FileInfo {
  /** The page it is kept with; null while that page is gone and the file waits in a stash. */
  documentId: string | null
  createdAt: string
}

/** The answer of `GET /api/files/{id}` (product.md 7.36, rulings 7): asked again only while `processing`. */
export interface FileState extends StoredFile {
  state: 'processing' | 'ready'
}

/** Said where nothing better is known (product.md 8.14). */
export const UPLOAD_FAILED = () => t('Something went wrong, please try again later.')
export const FILE_TOO_LARGE = () =>
  t('This file is larger than {uploadFile} GB, the most that can be kept.', {
    uploadFile: LIMITS.uploadFile / 1024 ** 3,
  })
export const COMMENT_FILE_TOO_LARGE = () =>
  t('A picture for a comment may have {megabytes} MB.', { megabytes: LIMITS.coverFile / 1024 ** 2 })
export const FILE_EMPTY = () => t('This file is empty: there is nothing to keep.')
export const NO_PAGE_NAMED = () => t('Say with which page the file is to be kept.')
export const TOO_MANY_AT_ONCE = () => t('Other files of yours are still on their way. Please wait for them.')
export const SERVER_NOT_REACHED = () =>
  t('The server cannot be reached. The file was not kept; please try again.')
export const FILE_CHANGED = () =>
  t('This file cannot be read. It may have been moved or changed; choose it again.')
/** The same for a file that is not there and for one that somebody may not see (rulings 0). */
export const FILE_NOT_THERE = () => t('This file does not exist, or you have no access to it.')
/** The same for an upload that was never begun, has been given up, has expired, or is somebody else's (rulings 0). */
export const UPLOAD_NOT_THERE = () => t('This upload is not there any more. Please begin again.')

/** How room comes back. */
export const QUOTA_HINT = () =>
  t(
    'To make room, delete pages with large files and then empty the trash; their room is free within the hour. The person who runs this server can allow more.',
  )
export const QUOTA_WORDS = {
  person: (taken: string, most: string) =>
    t(
      'There is no room for this file: your files take {taken} of the {most} that you may keep. {quotaHint}',
      { taken, most, quotaHint: QUOTA_HINT() },
    ),
  pod: (taken: string, most: string) =>
    t('There is no room for this file: the files of this pod take {taken} of {most}. {quotaHint}', {
      taken,
      most,
      quotaHint: QUOTA_HINT(),
    }),
  move: (moved: string, taken: string, most: string) =>
    t(
      'There is no room for the files of this page ({moved}): the files of that pod take {taken} of {most}. {quotaHint}',
      { moved, taken, most, quotaHint: QUOTA_HINT() },
    ),
}

/** Told to an `<img>` or a player that asks for something it must not be given. */
export const NOT_SHOWN_HERE = () =>
  t('This file is not shown in a page. Store it on your own machine to open it.')

/** Where a file is fetched from. The name is for people and for "save as": the id alone decides. */
export const fileUrl = (id: string, name: string): string => `/api/files/${id}/${encodeURIComponent(name)}`

const LONGEST_NAME = 150
const NO_NAME = 'file'

/**
 * A file's name as it may be shown and stored by anybody (R32): the last part of a path, without control, invisible and
 * direction-changing characters or those a system reserves, not longer than 150 characters; its ending stays.
 */
export function safeFileName(raw: string): string {
  const last = raw.slice(-4_000).split(/[\\/]/).at(-1) ?? ''
  const clean = last
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\ufffd]/gu, '')
    .replace(/[<>:"|?*]+/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const ending = /\.[\p{L}\p{N}]{1,12}$/u.exec(clean)?.[0] ?? ''
  const base = [...clean.slice(0, clean.length - ending.length)]
    .slice(0, LONGEST_NAME - ending.length)
    .join('')
  const name = `${base.trim()}${ending}`
  const isReserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name)
  return isReserved ? `_${name}` : name || NO_NAME
}
