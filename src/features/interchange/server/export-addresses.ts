import type { Block } from '@/blocks'
import { plainBlocks } from '@/blocks/markdown/for-others'
import type { StoredFile } from '@/features/files/model'
import type { SignedInContext } from '@/server/context'
import { addressOfCover, coverAt } from '../cover-address'
import { MANIFEST } from '../formats/bundle'
import { exportFormats } from '../formats/export'
import { addressFrom, mapReferences, pageIdIn } from '../formats/references'
import type { PageProperties } from '../page-properties'
import { type ExportInput, filesAt, mediaIn, propertiesOf, type ReadPage } from './export-pages'
import type { WriteJob } from './parse-job'

/** Where things lie in a `.zip`. */
interface Places {
  /** The path of the file that is written. */
  from: string
  /** The path of a page's file, if that is in the `.zip`. */
  page(id: string): string | undefined
  /** The path of a kept file, which is put in when it is first named. */
  file(file: StoredFile): string
}

type AddressedPage = Pick<WriteJob, 'blocks' | 'review' | 'properties' | 'beside'> & {
  /** The properties as the list of the `.zip` says them. */
  listed: PageProperties
}

/** A page whose links, media and cover lead to the pages and files beside it in the `.zip`. */
export async function withAddresses(
  ctx: SignedInContext,
  { format, options }: ExportInput,
  { row, blocks: read, review }: ReadPage,
  places: Places,
): Promise<AddressedPage> {
  const isForOthers = format === 'markdown' && !options.exact
  const blocks = isForOthers ? plainBlocks(read) : read
  const properties = propertiesOf(row)
  const { coverImage } = properties
  const cover = coverImage === undefined ? null : addressOfCover(coverImage)
  const named = namedIn([...blocks, ...(review?.blocks ?? [])])
  const found = await filesAt(ctx, row.id, [
    ...named.addresses,
    ...[...named.files].map(addressOfFile),
    ...(cover === null ? [] : [cover]),
  ])
  const paths = new Map([...found].map(([url, file]) => [url, places.file(file)]))

  const fromHere = (path: string | undefined) =>
    path === undefined ? undefined : addressFrom(places.from, path)
  const coverFrom = (from: string): PageProperties => {
    const path = cover === null ? undefined : paths.get(cover)
    if (coverImage === undefined || path === undefined) return properties
    return { ...properties, coverImage: coverAt(coverImage, addressFrom(from, path)) }
  }
  const origin = ctx.config.publicUrl
  const pageAddress = (url: string): string | undefined => {
    const meant = pageIdIn(url, origin)
    const address = meant && fromHere(places.page(meant.id))
    if (address) return address + meant.rest
    return meant && url.startsWith('/') ? origin + url : undefined
  }
  const { mostPictured, isAlone } = exportFormats[format]
  const holdsPictures = mostPictured !== undefined && !isAlone
  const to = {
    link: (url: string) => fromHere(paths.get(url)) ?? pageAddress(url),
    // What is inside of the file is found by the address that it had.
    media: (url: string) => {
      const address = holdsPictures ? undefined : fromHere(paths.get(url))
      return address === undefined ? undefined : { url: address }
    },
    // Mentions keep their ids, by which an import finds what they mean.
    page: () => undefined,
    file: () => undefined,
  }
  const mentioned = [
    ...[...named.pages].map((id) => [id, fromHere(places.page(id))] as const),
    ...[...named.files].map((id) => [id, fromHere(paths.get(addressOfFile(id)))] as const),
  ]
  return {
    blocks: mapReferences(blocks, to),
    review: review && { ...review, blocks: mapReferences(review.blocks, to) },
    properties: coverFrom(places.from),
    beside: mentioned.flatMap(([id, address]) => (address === undefined ? [] : [[id, address]])),
    listed: coverFrom(MANIFEST),
  }
}

const addressOfFile = (id: string): string => `/api/files/${id}`

/** The addresses in blocks, and the ids of the pages and files that they mention. */
function namedIn(blocks: readonly Block[]) {
  const addresses = new Set(mediaIn(blocks))
  const pages = new Set<string>()
  const files = new Set<string>()
  mapReferences(blocks, {
    link: (url) => void addresses.add(url),
    media: () => undefined,
    page: (id) => void pages.add(id),
    file: (id) => void files.add(id),
  })
  return { addresses, pages, files }
}
