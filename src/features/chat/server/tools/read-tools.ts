import { z } from 'zod'
import { withoutHidden } from '@/features/ai/server/prompts'
import { requirePage } from '@/server/access/require-page'
import type { SignedInContext } from '@/server/context'
import { estimatedTokens } from '@/server/providers/tokens'
import { wordsOf } from '@/server/search/terms'
import { AppError } from '@/shared/errors'
import { NOT_THERE } from '@/shared/not-there'
import { pagesAbout, soughtWords } from '../look-up'
import { addPage, type Passages } from '../passages'
import { newestPages } from './pages.queries'
import { type ChatTool, defineTool } from './tool'

/** What is known while one answer is written. */
export interface Reading {
  ctx: SignedInContext
  passages: Passages
  /** Tokens that what is read may still take. */
  room: { left: number }
  /** The pages that may be read; null: all that the person may see. */
  only: ReadonlySet<string> | null
}

/** Pages in one list. */
const LISTED = 40
const FOUND = 8
/** The part of what is left that one page may take. */
const PAGE_PART = 0.6
/** Tokens below which no page is begun. */
const LEAST = 60

export const PageId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

/** The tools that look into pages, each time with the rights of the person who asks. A page that they may not see answers like none. */
export function readTools(reading: Reading): ChatTool[] {
  const { ctx, only } = reading
  /** Of pages that were found, the blocks that fit. */
  const fitting = new Map<string, string>()
  const search = defineTool({
    name: 'search_pages',
    description:
      'Finds pages by what they mean and by words. Answers their ids and titles with a piece of text; read a page for the rest.',
    input: z.object({
      query: z.string().trim().min(1).max(300).describe('A question, or words that stand in the pages'),
    }),
    async run({ query }) {
      const told = soughtWords(query)
      const words = told.length > 0 ? told : [...wordsOf(query)].map(({ folded }) => folded).slice(0, 6)
      const found = await pagesAbout(ctx, query, { words, most: FOUND })
      for (const { id, blockId } of found) if (blockId !== null) fitting.set(id, blockId)
      return listOf(found, reading)
    },
  })
  const list = defineTool({
    name: 'list_pages',
    description: `Lists pages, the ones edited last first, at most ${LISTED}.`,
    input: z.object({ inside: PageId.optional().describe('The id of a page: only the pages inside it') }),
    async run({ inside }) {
      if (inside !== undefined) await requirePage(ctx, inside, 'view')
      const rows = await newestPages(ctx.db, ctx.caller.user.id, { inside: inside ?? null, limit: LISTED })
      return listOf(
        rows.map(({ id, title, updated_at }) => ({
          id,
          title,
          snippet: `edited ${updated_at.slice(0, 10)}`,
        })),
        reading,
      )
    },
  })
  const read = defineTool({
    name: 'read_page',
    description: 'Reads a page, as numbered passages. Of a long page only a part is given.',
    input: z.object({
      id: PageId,
      about: z
        .string()
        .max(300)
        .optional()
        .describe('Words to look for: of a long page, the parts with them'),
    }),
    async run({ id, about }) {
      if (only !== null && !only.has(id)) throw new AppError('not-found', NOT_THERE())
      return readPage(reading, id, soughtWords(about ?? ''), fitting.get(id) ?? null)
    },
  })
  // What is selected has been given already; a part that did not fit can be read.
  return only === null ? [search, list, read] : only.size > 0 ? [read] : []
}

async function readPage(
  { ctx, passages, room }: Reading,
  id: string,
  words: readonly string[],
  blockId: string | null = null,
): Promise<string> {
  const known = passages.sources.find((source) => source.id === id)
  if (known && !known.isCut) {
    // It may have been taken away since.
    await requirePage(ctx, id, 'view')
    return 'The whole page has been given above.'
  }
  if (room.left < LEAST) return NO_ROOM
  const tokens = Math.floor(room.left * PAGE_PART)
  const text = await addPage(ctx, passages, id, { tokens, words, blockId, withId: true })
  room.left -= estimatedTokens(text)
  const isCut = passages.sources.some((source) => source.id === id && source.isCut)
  return isCut
    ? `${text}\n\n(Not all of this page: the rest did not fit. Read it again with other words in "about".)`
    : text
}

export const NO_ROOM = 'There is no room for more. Answer with what you have.'

function listOf(
  pages: readonly { id: string; title: string; snippet: string; parentTitle?: string | null }[],
  { room }: Reading,
): string {
  if (pages.length === 0) return 'No pages.'
  const lines: string[] = []
  for (const { id, title, snippet, parentTitle } of pages) {
    const where = parentTitle ? ` in ${JSON.stringify(oneLine(parentTitle))}` : ''
    const line = `- id ${id}: ${JSON.stringify(oneLine(title) || 'Untitled')}${where}${snippet ? `: ${oneLine(snippet)}` : ''}`
    const cost = estimatedTokens(line) + 1
    // The pages themselves are to be read too.
    if (cost > room.left / 2) break
    room.left -= cost
    lines.push(line)
  }
  return lines.length === 0 ? NO_ROOM : lines.join('\n')
}

const oneLine = (text: string): string => withoutHidden(text).replaceAll(/\s+/g, ' ').trim().slice(0, 240)
