import { z } from 'zod'
import { Kept, ModelAccess } from '@/features/ai/inputs'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { CHAT } from './model'

/* What the calls accept. Apart from model.ts, so that the browser need not load the checking. */

const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, {
  error: () => t('An id has up to 64 letters, digits, "-" or "_".'),
})
const plain = (text: string) => text.replaceAll('\0', '').toWellFormed().trim()

const Content = z
  .string()
  .transform(plain)
  .pipe(
    z
      .string()
      .min(1, { error: () => t('Message cannot be empty') })
      .max(CHAT.question, {
        error: () => t('A message has up to {count} characters.', { count: inFigures(CHAT.question) }),
      }),
  )
const DocumentIds = z
  .array(Id)
  .max(CHAT.documents, {
    error: () => t('A question can be about {count} pages.', { count: CHAT.documents }),
  })
  .default([])
  .transform((ids) => [...new Set(ids)])

export const One = z.object({ id: Id })
export const OneMessage = z.object({ messageId: Id })
export const OneAction = z.object({ actionId: Id })
/** `documentId`: also what others have shared with the people of that page. */
export const ListChats = z.object({ documentId: Id.optional() })
export const SearchChats = z.object({ q: z.string().transform((q) => plain(q.slice(0, CHAT.typed))) })

const Asking = {
  /** The pages that it is about. */
  documentIds: DocumentIds,
  scope: z.enum(['selected', 'everything']).default('selected'),
  ...ModelAccess,
}
/** Of something that the browser makes, so that it can be sent again when the answer to it was lost. */
const NewId = z.string().regex(/^[0-9a-z]{20}$/)
/** A question. Without `chatId` it begins a chat, with the page it is begun on. */
export const CreateMessage = z.object({
  /** The question's own, if it is to be asked once however often it is sent. */
  id: NewId.optional(),
  chatId: Id.optional(),
  documentId: Id.optional(),
  /** The message before it; null: none. */
  parentId: Id.nullable().default(null),
  content: Content,
  ...Asking,
})
/** What `POST /api/chat/answer` takes: a question that is answered from all pages, where the person writes. */
export const GetAnswer = z.object({
  prompt: Content,
  /** Ends the answer with a record of how it ended. */
  withEnd: z.boolean().default(false),
  ...Kept,
  ...ModelAccess,
})
export type GetAnswer = z.output<typeof GetAnswer>
/** What was said in a voice chat, in its order. `isNew`: the chat is made. */
export const KeepTalk = z.object({
  chatId: NewId,
  isNew: z.boolean(),
  messages: z
    .array(
      z.object({ id: NewId, role: z.enum(['user', 'assistant']), content: Content, isStopped: z.boolean() }),
    )
    .min(1)
    .max(CHAT.talked),
})
export type KeepTalk = z.output<typeof KeepTalk>
/** A call of a tool that looks into pages. */
export const UseTool = z.object({
  name: z.string().max(60),
  input: z.record(z.string().max(60), z.string().max(300)),
})
export type UseTool = z.output<typeof UseTool>
/** The question in other words, which is asked as another version of it. */
export const EditMessage = z.object({ id: NewId.optional(), messageId: Id, content: Content, ...Asking })
/** Another version of an answer. */
export const Regenerate = z.object({ messageId: Id, ...ModelAccess })

export const UpdateFeedback = z.object({ messageId: Id, feedback: z.enum(['like', 'dislike', 'none']) })
export const UpdateBookmark = z.object({ messageId: Id, isBookmarked: z.boolean() })
export const RenameChat = z.object({
  id: Id,
  title: z
    .string()
    .transform((title) => plain(title.replace(/\s+/g, ' ')))
    .pipe(
      z
        .string()
        .min(1, { error: () => t('A chat needs a name.') })
        .max(CHAT.title, {
          error: () => t('A name has up to {count} characters.', { count: CHAT.title }),
        }),
    ),
})
export const ShareChat = z.object({ id: Id, isShared: z.boolean() })

export type CreateMessage = z.output<typeof CreateMessage>
export type EditMessage = z.output<typeof EditMessage>
export type Regenerate = z.output<typeof Regenerate>
