import { z } from 'zod'
import { readCover } from '@/features/pages/cover/cover'

/* A cover that is a picture or a film is its address, or JSON that holds the address. In a `.zip` the address is a path. */

const MediaCover = z.looseObject({ media: z.looseObject({ url: z.string() }) })

/** The address or path of what a cover shows; `null` for gradients, colors, icons and players. */
export function addressOfCover(value: string): string | null {
  if (value.startsWith('{')) return mediaCover(value)?.media.url ?? null
  const cover = readCover(value)
  if (cover === null) return value.startsWith('icon:') ? null : value
  return cover.kind === 'media' ? value : null
}

/** The same cover with what it shows at another address. */
export function coverAt(value: string, address: string): string {
  const cover = mediaCover(value)
  return cover ? JSON.stringify({ ...cover, media: { ...cover.media, url: address } }) : address
}

/** Does the cover lie in the folder of files of our own `.zip`? */
export const isCoverInZip = (value: string): boolean =>
  /^(?:\.\.\/)*files\/[^\s/]+$/.test(addressOfCover(value) ?? '')

function mediaCover(value: string): z.output<typeof MediaCover> | null {
  if (!value.startsWith('{')) return null
  try {
    return MediaCover.safeParse(JSON.parse(value)).data ?? null
  } catch {
    return null
  }
}
