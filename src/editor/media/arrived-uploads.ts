import * as z from 'zod/mini'
import { kindOfFile, type MediaKind, mediaUrl } from '@/blocks/media/media-url'

const Arrived = z.object({
  url: z.string().check(z.refine((url) => mediaUrl(url) === url)),
  name: z.string(),
  type: z.string(),
  size: z.number(),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  thumbhash: z.optional(z.string()),
  previews: z.optional(z.array(z.number())),
})

/** A file that an upload has brought, and its size in pixels where it has one. */
export type Arrived = z.infer<typeof Arrived>

const ARRIVED = 'sheaf:arrived-uploads'
/** How many are remembered: the latest. */
const MOST_ARRIVED = 500

function entries(storage: Storage): [string, unknown][] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(ARRIVED) ?? '[]')
    return Array.isArray(kept) ? kept.filter((entry) => Array.isArray(entry) && entry.length === 2) : []
  } catch {
    return []
  }
}

/**
 * Remembers in this browser which file an upload brought: its block may stand on a page that is not open, and is told when that is opened
 * again, also when this tab is closed by then.
 */
export function rememberArrived(id: string, arrived: Arrived, storage: Storage = localStorage): void {
  const others = entries(storage).filter(([other]) => other !== id)
  try {
    storage.setItem(ARRIVED, JSON.stringify([...others, [id, arrived]].slice(-MOST_ARRIVED)))
  } catch {
    // Without storage the block knows of it as long as the tab is not reloaded.
  }
}

/** Removes what is remembered, as when somebody signs out. */
export function forgetArrived(storage: Storage = localStorage): void {
  try {
    storage.removeItem(ARRIVED)
  } catch {
    // Nothing was remembered.
  }
}

/** The file that the upload of this id brought; `null` when it is not known. */
export function arrivedFile(id: string, storage: Storage = localStorage): Arrived | null {
  const entry = entries(storage).find(([known]) => known === id)
  const read = entry && Arrived.safeParse(entry[1])
  return read?.success ? read.data : null
}

/** What a block says, and of which kind it is, once its file is there: what cannot be shown as a picture is a file. */
export function settledMedia(
  kind: MediaKind,
  attrs: Readonly<Record<string, unknown>>,
  { url, name, type, size, width, height, thumbhash, previews }: Arrived,
): { kind: MediaKind; attributes: Readonly<Record<string, unknown>> } {
  const said = {
    url,
    name: name.slice(0, 500),
    mimeType: type.slice(0, 200),
    size,
    isUpload: true,
    placeholderId: '',
    // A block may have been given another file: what was known of the one before goes.
    thumbhash: thumbhash ?? '',
    previews: previews && previews.length > 0 ? previews : null,
  }
  if (kind === 'image' && kindOfFile(type, name) !== 'image')
    return { kind: 'file', attributes: { ...said, width: null, initialWidth: null, initialHeight: null } }
  const [initialWidth, initialHeight] = [attrs.initialWidth ?? width, attrs.initialHeight ?? height]
  return { kind, attributes: { ...said, initialWidth, initialHeight } }
}
