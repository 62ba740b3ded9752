import { z } from 'zod'
import { LEFT_OUT_LIST } from '../model'
import { PageProperties } from '../page-properties'
import { importFormatOf } from './index'

/** What our own `.zip` says of its pages, in their order. */
export const MANIFEST = 'sheaf.json'
const Path = z.string().min(1).max(2000)
export const Manifest = z.object({
  format: z.literal('sheaf-bundle'),
  version: z.literal(1),
  pages: z
    .array(
      z.object({
        /** Where its file is; `null` when the format has nothing to say of it (CSV of a page without tables). */
        path: Path.nullable(),
        id: z.string().max(100),
        /** The place of its parent in this list; it stands before. */
        parent: z.int().min(0).nullable(),
        title: z.string().max(2000),
        properties: PageProperties.catch({}),
        /** More files of this page (CSV). */
        more: z.array(Path).max(1000).optional(),
      }),
    )
    .max(20_000),
  files: z
    .array(z.object({ path: Path, id: z.string().max(100), name: z.string().max(1000) }))
    .max(100_000)
    .default([]),
})
export type Manifest = z.output<typeof Manifest>

/** A page that a folder of files becomes. Parents stand before what lies in them. */
export interface PlannedPage {
  /** Its files, most often one; none for a folder, which becomes a page so that what lies in it has a place. */
  paths: string[]
  /** More paths by which others lead to it; these files are not read. */
  doubles?: string[]
  title: string
  /** Place of its parent in the list; `null` at the top. */
  parent: number | null
  /** What it was called by the program that wrote it, for mentions. */
  oldId: string | null
  properties: PageProperties
}

export interface BundlePlan {
  pages: PlannedPage[]
  /** Paths that are no pages: pictures and other files that pages may name. */
  others: string[]
}

/** What operating systems leave in archives. */
export const LITTER = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i
/** Where other programs put what was attached to pages. */
const ATTACHED = /(?:^|\/)(?:uploads|attachments|_resources)\//i
/** The name that Notion puts behind every title. */
const NOTION_ID = / ?\b[0-9a-f]{32}$/

const baseOf = (path: string): string => (path.split('/').at(-1) ?? '').replace(/\.[^.]+$/, '')
const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/')
const withoutId = (name: string): string => name.replace(NOTION_ID, '') || name
/** The same for a file and the folder of what lies in its page, whether they carry ids or not. */
const bareKey = (path: string): string => {
  const parts = path.split('/')
  return parts.map(withoutId).join('/')
}

/** Which pages a folder of files becomes, and how they are nested. */
export function planBundle(paths: readonly string[], manifest: Manifest | null): BundlePlan {
  const clean = paths.filter((path) => !LITTER.test(path) && !path.endsWith('/'))
  return manifest ? fromManifest(clean, manifest) : fromNames(clean)
}

function fromManifest(paths: readonly string[], manifest: Manifest): BundlePlan {
  const there = new Set(paths)
  const pages = manifest.pages.map(
    ({ path, id, parent, title, properties, more = [] }, at): PlannedPage => ({
      paths: [...(path === null ? [] : [path]), ...more].filter((one) => there.has(one)),
      title,
      parent: parent !== null && parent < at ? parent : null,
      oldId: id,
      properties,
    }),
  )
  const taken = new Set(pages.flatMap((page) => page.paths))
  return { pages, others: paths.filter((path) => !isOurs(path) && !taken.has(path)) }
}

const isOurs = (path: string): boolean => path === MANIFEST || path === LEFT_OUT_LIST

function fromNames(paths: readonly string[]): BundlePlan {
  const all = new Set(paths)
  // Notion writes a database twice, as it is shown and whole, and leads to the first.
  const isDouble = (path: string) => /\.csv$/i.test(path) && all.has(path.replace(/\.csv$/i, '_all.csv'))
  const doublesOf = (path: string) => {
    const shown = path.replace(/_all\.csv$/i, '.csv')
    return shown !== path && all.has(shown) ? { doubles: [shown] } : {}
  }
  const isPage = (path: string) => importFormatOf(path) !== undefined && !ATTACHED.test(path)
  const files = paths.filter((path) => isPage(path) && !isDouble(path))
  const others = paths.filter((path) => !isPage(path))

  const pages: PlannedPage[] = []
  const fileOf = new Map<string, string>()
  for (const path of files) {
    const whole = path.replace(/\.[^./]+$/, '').replace(/_all$/, '')
    for (const key of [whole, bareKey(whole)]) if (!fileOf.has(key)) fileOf.set(key, path)
  }
  const places = new Map<string, number>()
  /** The page of a folder: the file of that name beside it, else a page that is only a place. */
  const pageOfFolder = (folder: string): number | null => {
    if (folder === '') return null
    const file = fileOf.get(folder) ?? fileOf.get(bareKey(folder))
    const key = file ?? `${folder}/`
    const known = places.get(key)
    if (known !== undefined) return known
    if (file !== undefined) return addFile(file)
    const parent = pageOfFolder(folderOf(folder))
    return add(key, {
      paths: [],
      title: withoutId(baseOf(`${folder}.x`)),
      parent,
      oldId: null,
      properties: {},
    })
  }
  const addFile = (path: string): number => {
    const known = places.get(path)
    if (known !== undefined) return known
    const parent = pageOfFolder(folderOf(path))
    const title = withoutId(baseOf(path).replace(/_all$/, ''))
    return add(path, { paths: [path], ...doublesOf(path), title, parent, oldId: null, properties: {} })
  }
  const add = (key: string, page: PlannedPage): number => {
    places.set(key, pages.length)
    pages.push(page)
    return pages.length - 1
  }
  for (const path of files) addFile(path)
  return { pages: unwrapped(pages), others }
}

/** Without the one folder around everything that exports of Notion may have. */
function unwrapped(pages: PlannedPage[]): PlannedPage[] {
  const roots = pages.filter(({ parent }) => parent === null)
  const [only] = roots
  if (roots.length !== 1 || !only || only.paths.length > 0 || !/^Export\b/i.test(only.title)) return pages
  const at = pages.indexOf(only)
  const rest = pages.filter((page) => page !== only)
  return rest.map((page) => ({
    ...page,
    parent:
      page.parent === null || page.parent === at ? null : page.parent > at ? page.parent - 1 : page.parent,
  }))
}

/** The plan with nothing deeper than `most` levels: what lies deeper moves up. Answers how many were moved. */
export function boundDepth(
  pages: readonly PlannedPage[],
  most: number,
): { pages: PlannedPage[]; moved: number } {
  const depths: number[] = []
  let moved = 0
  const bounded = pages.map((page) => {
    let { parent } = page
    let depth = parent === null ? 1 : depths[parent]! + 1
    if (depth > most) {
      moved++
      while (parent !== null && depths[parent]! >= most) parent = pages[parent]!.parent
      depth = parent === null ? 1 : depths[parent]! + 1
    }
    depths.push(depth)
    return { ...page, parent }
  })
  return { pages: bounded, moved }
}
