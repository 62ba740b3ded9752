import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Block } from '@/blocks'
import { markdownFromBlocks } from '@/blocks/markdown'
import { plainTextOf } from '@/blocks/plain-text'
import { filesNamedIn } from '@/features/pages/copied-blocks'
import { type KnownPage, type PublicLinks, pagesNamedIn, publicBlocks } from './public-blocks'
import type { PublicFrame } from './public-document'
import { publicHtml, type Site } from './public-html'

/** A page as it is stored, with what everybody may know of the pages that it names; `links` is null where all may be seen. */
export interface PublicContent {
  /** The blocks as JSON. */
  rich: string
  links: LinkTable | null
}

/** `PublicLinks` as values that can be handed to a worker; a page that is not in `pages` is no page of ours. */
export interface LinkTable {
  origin: string
  pages: readonly (readonly [id: string, page: KnownPage | null])[]
}

/** A file as it is sent. */
export interface MadeFile {
  bytes: Uint8Array
  /** The same, packed with Brotli. */
  packed: Uint8Array
  etag: string
  /** What the policy has to allow of the styles inside. */
  styleHashes: readonly string[]
}

/**
 * Everything that has to look at a whole page to show it to everybody. A long page takes seconds, so these run in a worker
 * (`public-worker.ts`), and of a short one at once (`ask-public.ts`).
 */
export const publicWork = {
  /** The ids of the pages that the blocks name. */
  names: ({ rich, origin }: { rich: string; origin: string }): string[] => [
    ...pagesNamedIn(JSON.parse(rich) as Block[], origin),
  ],

  /** The blocks as everybody may see them. */
  shown: (content: PublicContent): Block[] => shownBlocks(content),

  /** The ids of the files that the blocks and the cover name, in what everybody may see of them. */
  files: ({ rich, cover }: { rich: string; cover: string | null }): string[] => [
    ...filesNamedIn(publicBlocks(JSON.parse(rich) as Block[], NO_PAGES), cover),
  ],

  /** The first words that everybody may read. */
  description: (content: PublicContent): string => firstWords(plainTextOf(shownBlocks(content))),

  markdown: ({ content, title }: { content: PublicContent; title: string }): Promise<MadeFile> =>
    madeFile(markdownFromBlocks(shownBlocks(content), title || null)),

  async html({ content, frame, image, site }: HtmlJob): Promise<MadeFile> {
    const blocks = shownBlocks(content)
    const description = firstWords(frame.aiSummary || plainTextOf(blocks))
    const html = await publicHtml({ ...frame, description, blocks }, image, site)
    // What a person writes is escaped: these are ours.
    const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => hashOf(css!))
    return madeFile(html, styles)
  },
}

interface HtmlJob {
  content: PublicContent
  frame: PublicFrame
  /** The path of the picture that others show beside a link. */
  image: string
  site: Site
}

/** Which other pages are public makes no difference to files. */
const NO_PAGES: PublicLinks = { page: () => null, origin: '' }

/** The blocks as everybody may see them. */
export function shownBlocks({ rich, links }: PublicContent): Block[] {
  // Written by the collaboration server alone.
  const blocks = JSON.parse(rich) as Block[]
  return links ? publicBlocks(blocks, linksOf(links)) : blocks
}

function linksOf({ origin, pages }: LinkTable): PublicLinks {
  const known = new Map(pages)
  return { origin, page: (id) => known.get(id) }
}

const DESCRIPTION = 200

/** The first words of a text, cut at a word. */
export function firstWords(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= DESCRIPTION) return line
  const cut = line.slice(0, DESCRIPTION)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION / 2)).toWellFormed()}…`
}

const pack = promisify(brotliCompress)

const hashOf = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('base64')

async function madeFile(text: string, styles: readonly string[] = []): Promise<MadeFile> {
  const bytes = new TextEncoder().encode(text)
  return {
    bytes,
    packed: new Uint8Array(await pack(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })),
    etag: `"${hashOf(bytes).slice(0, 27)}"`,
    styleHashes: [...new Set(styles)],
  }
}
