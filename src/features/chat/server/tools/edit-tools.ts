import { z } from 'zod'
import { plainTextOf } from '@/blocks'
import type { Block } from '@/blocks/kit/block'
import { newSid } from '@/document'
import type { ReasonedEdit } from '@/features/ai/server/edits/apply-edits'
import {
  type PageForModel,
  pageForModel,
  pageForModelInTurns,
} from '@/features/ai/server/edits/page-for-model'
import { withoutHidden } from '@/features/ai/server/prompts'
import { askEdits } from '@/features/ai/server/written/ask-written'
import { readPermitted, requirePage } from '@/server/access/require-page'
import { yieldToEventLoop } from '@/server/collab/yield-to-event-loop'
import { bytesOf, estimatedTokens } from '@/server/providers/tokens'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { NOT_THERE } from '@/shared/not-there'
import type { ProposedChange } from '../../model'
import type { ProposedEdits } from '../actions.queries'
import { type Asking, askPerson } from './ask-person'
import { PageId, type Reading } from './read-tools'
import { type ChatTool, defineTool } from './tool'

/** The part of what is left that one page may take. */
const PAGE_PART = 0.6
/** Characters of a text that the person reads of a change. */
const SHOWN = 400

/** A page as the model was told it in this answer. */
interface Told {
  page: PageForModel
  title: string
}

/**
 * The tools by which a model proposes edits: it reads a page with a name for every block, and writes operations on those. Nothing becomes of them but
 * a row; the person's click makes them suggestions of that person (`actions.service`).
 */
export function editTools(
  asking: Asking,
  { ctx, room, only, passages }: Reading,
  { model, prompt }: { model: string; prompt: string },
): ChatTool[] {
  const told = new Map<string, Told>()
  let named = 0
  const open = defineTool({
    name: 'read_for_edits',
    description: 'Reads a page with a name for every block, such as [b3·7f2], as "propose_edits" needs them.',
    input: z.object({ id: PageId }),
    async run({ id }) {
      if (only !== null && !only.has(id)) throw new AppError('not-found', NOT_THERE())
      const read = () => ctx.live.content(id, ctx.caller.user.id)
      const { title, blocks } = await readPermitted(ctx, id, 'suggest', read)
      const most = Math.floor(room.left * PAGE_PART)
      const known = new WeakMap<Block, string>()
      let taken = 0
      let text = ''
      let page = pageForModel([], named + 1)
      // By doubling, so that a long page is not written once for each of its blocks.
      for (let count = Math.min(8, blocks.length); ; count = Math.min(count * 2, blocks.length)) {
        await yieldToEventLoop()
        const longer = await pageForModelInTurns(blocks.slice(0, count), named + 1, bytesOf(most), known)
        const words = withoutHidden(longer.text)
        if (estimatedTokens(words) > most) break
        page = longer
        text = words
        taken = count
        if (count === blocks.length) break
      }
      if (text === '' && blocks.length > 0)
        return 'There is no room for this page. Answer with what you have.'
      room.left -= estimatedTokens(text)
      named += page.named.size
      // That may have waited for its turn.
      const { row } = await requirePage(ctx, id, 'suggest')
      told.set(id, { page, title })
      const isCut = taken < blocks.length
      const rest = isCut ? '\n\n(Only the beginning: the rest did not fit.)' : ''
      // It is among what the answer is made of: the person is told, and the answer ends when the page is taken away.
      if (!passages.sources.some((source) => source.id === id)) {
        passages.sources.push({ id, title, icon: row.icon, isCut })
        passages.texts.push(text)
      }
      return `Page ${JSON.stringify(withoutHidden(title) || 'Untitled')} (id ${id}):\n\n${text}${rest}`
    },
  })
  const propose = defineTool({
    name: 'propose_edits',
    description: `Asks the person whether edits of a page are to be suggested; nothing is done before. "edits" has lines like these, each followed by Markdown where there is new text:
@replace b3·7f2
@why a reason in a few words
new text of the block
@insert after b4
text of a new block
@delete b6·c01
@done`,
    input: z.object({ id: PageId, edits: z.string().min(1).max(20_000) }),
    shown: ({ id, edits }) => ({ id, characters: edits.length }),
    async run({ id, edits: written }, signal) {
      const known = told.get(id)
      if (!known) throw new AppError('bad-input', t('Read this page with “read_for_edits” first.'))
      await requirePage(ctx, id, 'suggest')
      // It came as a whole, so the last edit is whole too.
      const asker = { person: ctx.caller.user.id, signal }
      const { edits, refused } = await askEdits(`${written}\n@done\n`, known.page, asker)
      if (edits.length === 0)
        throw new AppError(
          'bad-input',
          t('None of these edits fits the page as it was read: {reasons}', {
            reasons: [...new Set(refused.map(({ why }) => why))].join(', ') || 'unread',
          }),
        )
      const now = Date.now()
      const userId = ctx.caller.user.id
      const content: ProposedEdits = {
        // Named beforehand: a click that failed on its way back suggests nothing twice.
        edits: edits.map((edit, number) => ({ ...edit, sid: newSid(userId, now + number) })),
        changes: edits.map((edit) => changeOf(edit, known.page)),
        model,
        prompt,
        sources: passages.sources.map((source) => source.id).filter((source) => source !== id),
      }
      // Who is asked after that would be asked for something that the model has been told did not work.
      signal.throwIfAborted()
      const answer = await askPerson(asking, {
        kind: 'propose_edits',
        title: known.title,
        content: JSON.stringify(content),
        document_id: id,
        parent_id: null,
        pod_id: null,
      })
      return refused.length === 0
        ? answer
        : `${answer} ${refused.length} of the edits did not fit and are left out.`
    },
  })
  return only === null || only.size > 0 ? [open, propose] : []
}

function changeOf({ operation, reason }: ReasonedEdit, { named }: PageForModel): ProposedChange {
  const why = withoutHidden(reason)
  if (operation.op === 'insert') return { op: 'insert', before: '', after: shown(operation.blocks), why }
  if (operation.op === 'replace')
    return { op: 'replace', before: shown([operation.seen]), after: shown(operation.blocks), why }
  const { block } = operation
  const deleted = [...named.values()].find(({ id }) => id === block)
  const before = deleted?.seen ? shown([deleted.seen]) : shortened(deleted?.words ?? '')
  return { op: 'delete', before, after: '', why }
}

const shown = (blocks: readonly Block[]): string => shortened(plainTextOf(blocks))

const shortened = (said: string): string => {
  const text = said.trim()
  return text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text
}
