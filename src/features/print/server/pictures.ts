import type { Block } from '@/blocks'
import { filesShownBy } from '@/features/files/server/seen-file'
import type { SignedInContext } from '@/server/context'

/** Pictures of one page, and their bytes together: what is beyond becomes a link. */
const MOST_PICTURES = 1_000
const MOST_BYTES = 300 * 1024 * 1024
/** What browsers draw; the type is that of the bytes, not the one somebody says. */
const DRAWN = /^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml)$/

/** The pictures that a page brings along when it is drawn. */
export interface Pictures {
  /** The address in the page → where the document asks for it. */
  paths: [url: string, path: string][]
  /** The bytes behind such a path; `null` for everything else. */
  read(path: string): Promise<{ type: string; bytes: Buffer } | null>
}

/**
 * The pictures among the addresses that are files of ours which the page shows. Nothing else is fetched: no address of
 * another site, and no file that the page only names (R68). That the caller may see the page has been asked.
 */
export async function picturesOf(
  ctx: Pick<SignedInContext, 'db' | 'files' | 'config'>,
  documentId: string,
  urls: Iterable<string>,
): Promise<Pictures> {
  const paths = new Map<string, string>()
  const files = new Map<string, { id: string; type: string }>()
  let bytes = 0
  const places = [...new Set(urls)].flatMap((url) => placeOf(url, ctx.config.publicUrl) ?? [])
  const shown = await filesShownBy(
    ctx.db,
    documentId,
    places.map(({ id }) => id),
  )
  for (const place of places) {
    if (!files.has(place.path)) {
      if (files.size >= MOST_PICTURES) continue
      const file = shown.get(place.id)
      if (!file || !DRAWN.test(file.type) || bytes + file.size > MOST_BYTES) continue
      bytes += file.size
      files.set(place.path, { id: file.id, type: file.type })
    }
    paths.set(place.url, place.path)
  }
  return {
    paths: [...paths],
    async read(path) {
      const file = files.get(path)
      const stream = file && (await ctx.files.read(file.id))
      if (!file || !stream) return null
      const parts: Buffer[] = []
      for await (const part of stream) parts.push(part as Buffer)
      return { type: file.type, bytes: Buffer.concat(parts) }
    },
  }
}

/** The addresses of all pictures in blocks. */
export function* pictureUrls(blocks: readonly Block[]): Generator<string> {
  for (const { kind, attributes, children = [] } of blocks) {
    if (kind === 'image' && typeof attributes?.url === 'string') yield attributes.url
    yield* pictureUrls(children)
  }
}

/** A file of ours by its address, with or without our origin. */
function placeOf(url: string, origin: string): { url: string; id: string; path: string } | null {
  const path = url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
  const id = /^\/api\/files\/([\w-]{1,64})\/[^/?#]+$/.exec(path)?.[1]
  return id === undefined ? null : { url, id, path: `/api/files/${id}/picture` }
}
