import type { Block } from '@/blocks'
import type { SubPage } from '@/blocks/kit/block-program'
import { UNTITLED } from '@/features/pages/model'
import { templateOf } from '@/features/templates/model'
import { templatePage } from '@/features/templates/server/template-pages'
import { isTemplateSlug } from '@/features/templates/slugs'
import { type PlacedRow, type PublicPage, publicPage, readPlaces } from '@/server/access/public-pages'
import type { Db } from '@/server/db/db'
import { language, t } from '@/shared/i18n'
import { publicPath } from '../model'
import { type Askers, askPublic } from './ask-public'
import { isOpenFrom } from './public-access'
import type { KnownPage } from './public-blocks'
import { firstWords, type LinkTable, type PublicContent } from './public-work'
import * as queries from './publish.queries'
import { shownOnce } from './shown-blocks'

/** A page as everybody may have it, whether as HTML, Markdown or by a call. Nothing else of it leaves the server. */
export interface PublicDocument {
  id: string
  /** Its public path, the one to be known by. */
  path: string
  title: string
  icon: string | null
  status: string
  tags: string[]
  coverImage: string | null
  coverFit: string
  backgroundGradient: string | null
  textStyle: string
  smallText: boolean
  fullWidth: boolean
  toc: boolean
  aiSummary: string | null
  /** The summary, or the first words. */
  description: string
  blocks: Block[]
  /** The public pages above it, the topmost first. */
  above: KnownPage[]
  subPages: SubPage[]
  wordCount: number
  publishedAt: string | null
  updatedAt: string | null
  /** Who published it. */
  author: { id: string; name: string } | null
  noindex: boolean
  hasPassword: boolean
}

/** The same before its blocks have been looked at, which takes long for a long page. */
export type PublicFrame = Omit<PublicDocument, 'blocks' | 'description'>

/** What everybody may know of somebody's name; null: it can be the address that they signed up with. */
export const publicName = (name: string): string | null => (name.includes('@') ? null : name)

/** What stands in place of such a name. */
export const SOMEBODY = () => t('Somebody')

type Places = ReadonlyMap<string, PlacedRow>

const titleOf = (row: PlacedRow): string => row.title || UNTITLED()

/** A page's own name in the address counts only while it is published itself. */
const pathOf = ({ row }: PublicPage): string => publicPath(row.id, row.is_published === 1 ? row.slug : null)

/** What everybody may see of the places around a page; `places` hold it, all that it names, and the pages inside it. */
function surroundings(page: PublicPage, places: Places, now: Date) {
  const known = (id: string): KnownPage | null => {
    const other = publicPage(places, id, now)
    if (!other || !isOpenFrom(other, page)) return null
    return { path: pathOf(other), title: titleOf(other.row), icon: other.row.icon }
  }
  const above: KnownPage[] = []
  const seen = new Set([page.row.id])
  for (
    let at = places.get(page.row.parent_id ?? '');
    at && !seen.has(at.id);
    at = places.get(at.parent_id ?? '')
  ) {
    seen.add(at.id)
    const shown = known(at.id)
    if (shown) above.unshift(shown)
  }
  const subPages = [...places.values()]
    .filter((row) => row.parent_id === page.row.id && row.archived_at === null)
    .sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : a.id < b.id ? -1 : 1))
    .flatMap((row): SubPage[] => {
      const shown = known(row.id)
      if (!shown) return []
      return [
        {
          ...shown,
          status: row.status,
          tags: JSON.parse(row.tags) as string[],
          updatedAt: row.updated_at,
        },
      ]
    })
  return { known, above, subPages }
}

/**
 * Everything that what is shown of the page depends on, as a text: as long as it is the same, so is the page. Made of
 * what a visitor may see of each place, so that what becomes private is gone with the next look.
 */
export function stampOf(page: PublicPage, names: readonly string[], places: Places, now: Date): string {
  const { row, shower } = page
  const { known, above, subPages } = surroundings(page, places, now)
  const hidden = names.flatMap((id) => (known(id) ? [] : [places.get(id)?.title ?? null]))
  return JSON.stringify([
    row,
    shower.id,
    shower.noindex,
    shower.password_hash !== null,
    names.map(known),
    hidden,
    above,
    subPages,
  ])
}

/** How often a page that is being written is read again, until what it says and its stamp are of the same moment. */
const ROUNDS = 5

/** A public page, and what is needed to show what stands on it (`askPublic`). */
export interface PublicSource {
  frame: PublicFrame
  content: PublicContent
  page: PublicPage
  /** The ids of the pages that it names, from which `stampOf` tells whether anything has changed. */
  names: string[]
  stamp: string
}

/**
 * A public page with what it names and the pages inside it, read from the database; null when it is not public. `asker` is for whom
 * a long page is looked through.
 */
export async function readPublicSource(
  db: Db,
  id: string,
  origin: string,
  { asker, now = new Date() }: { asker: string | Askers; now?: Date },
): Promise<PublicSource | null> {
  for (let round = 1; ; round++) {
    const stored = await queries.findContent(db, id)
    if (!stored) return null
    const rich = stored.content_rich
    const named = await askPublic('names', { rich, origin }, rich.length, asker)
    const names = named.filter((name) => !isTemplateSlug(name))
    const places = await readPlaces(db, [id, ...names], id)
    const page = publicPage(places, id, now)
    if (!page) return null
    const isOne = stored.updated_at === page.row.updated_at
    if (!isOne && round < ROUNDS) continue
    const { known, above, subPages } = surroundings(page, places, now)
    const links = linkTable(named, places, known, origin)
    const frame = await frameOf(db, page, { above, subPages })
    // No page has the empty stamp: nobody takes this for what the page says a moment later.
    const stamp = isOne ? stampOf(page, names, places, now) : ''
    return { frame, content: { rich, links }, page, names, stamp }
  }
}

/** A public page with its blocks, which nobody may change, as `readPublicSource` finds it. */
export async function readPublicDocument(
  db: Db,
  id: string,
  origin: string,
  asker: string,
): Promise<{ document: PublicDocument; page: PublicPage; names: string[]; stamp: string } | null> {
  const source = await readPublicSource(db, id, origin, { asker })
  if (!source) return null
  const { frame, content, ...rest } = source
  const description = await describe(source, asker)
  const blocks = await shownOnce(id, content, asker)
  return { document: { ...frame, description, blocks }, ...rest }
}

/** The summary of a page, or its first words. */
export async function describe(
  { frame, content }: Pick<PublicSource, 'frame' | 'content'>,
  asker: string,
): Promise<string> {
  if (frame.aiSummary) return firstWords(frame.aiSummary)
  return askPublic('description', content, content.rich.length, asker)
}

/** What stands on a page, be it published or not: who may see it is for the caller to ask. */
export const storedContent = (db: Db, id: string) => queries.findContent(db, id)

/** A page, those above it, those inside it and those that it names; who may see them is for the caller to ask. */
export const placesAround = (db: Db, id: string, names: readonly string[]): Promise<Places> =>
  readPlaces(db, [id, ...names], id)

/** What may be known of the pages that a page names; `known` says it of one. */
export function linkTable(
  named: readonly string[],
  places: Places,
  known: (id: string) => KnownPage | null,
  origin: string,
): LinkTable {
  const pages: [string, KnownPage | null][] = []
  for (const name of named) {
    const template = templateOf(name)
    if (template) pages.push([name, { path: publicPath(name), title: template.title, icon: template.icon }])
    // A word that no page has, such as `faq`, leads to a screen of ours.
    else if (places.has(name) || /^[0-9a-z]{20}$/.test(name)) pages.push([name, known(name)])
  }
  return { origin, pages }
}

async function frameOf(
  db: Db,
  page: PublicPage,
  around: Pick<PublicFrame, 'above' | 'subPages'>,
): Promise<PublicFrame> {
  const { row, shower } = page
  const author = shower.published_by === null ? null : await queries.findPerson(db, shower.published_by)
  return {
    ...around,
    id: row.id,
    path: pathOf(page),
    title: titleOf(row),
    icon: row.icon,
    status: row.status,
    tags: JSON.parse(row.tags) as string[],
    coverImage: row.cover_image,
    coverFit: row.cover_fit,
    backgroundGradient: row.background_gradient,
    textStyle: row.text_style,
    smallText: row.small_text === 1,
    fullWidth: row.full_width === 1,
    toc: row.toc === 1,
    aiSummary: row.ai_summary,
    wordCount: row.word_count,
    publishedAt: shower.published_at,
    updatedAt: row.updated_at,
    author: author && publicName(author.name) !== null ? { id: author.id, name: author.name } : null,
    noindex: shower.noindex === 1,
    hasPassword: shower.password_hash !== null,
  }
}

/** Templates that were read, by language and slug: they are part of the program, and few. */
const templates = new Map<string, Promise<PublicDocument | null>>()

/** A template as a public page, which nobody may change: always there (product.md 4.3). Its Markdown is read once for a language. */
export async function templateDocument(slug: string): Promise<PublicDocument | null> {
  if (!templateOf(slug)) return null
  const key = `${language()} ${slug}`
  const known = templates.get(key)
  if (known) return known
  const made = readTemplate(slug)
  templates.set(key, made)
  made.catch(() => templates.delete(key))
  return made
}

async function readTemplate(slug: string): Promise<PublicDocument | null> {
  const found = await templatePage(slug)
  if (!found) return null
  const { template, blocks, path, children } = found
  const known = ({ slug, title, icon }: typeof template): KnownPage => ({
    path: publicPath(slug),
    title,
    icon,
  })
  return {
    id: slug,
    path: publicPath(slug),
    title: template.title,
    icon: template.icon,
    status: 'none',
    tags: [],
    coverImage: null,
    coverFit: 'cover',
    backgroundGradient: null,
    textStyle: 'default',
    smallText: false,
    fullWidth: false,
    toc: true,
    aiSummary: template.summary,
    description: template.summary,
    blocks,
    above: path.map(known),
    subPages: children.map((child) => ({ ...known(child), status: 'none', tags: [], updatedAt: '' })),
    wordCount: 0,
    publishedAt: null,
    updatedAt: null,
    author: null,
    noindex: false,
    hasPassword: false,
  }
}
