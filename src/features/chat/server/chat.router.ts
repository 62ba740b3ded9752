import { router, signedIn } from '@/server/rpc'
import {
  CreateMessage,
  EditMessage,
  KeepTalk,
  ListChats,
  One,
  OneAction,
  OneMessage,
  Regenerate,
  RenameChat,
  SearchChats,
  ShareChat,
  UpdateBookmark,
  UpdateFeedback,
  UseTool,
} from '../inputs'
import { acceptAction, declineAction } from './actions.service'
import { createMessage, editMessage, regenerate, stopAnswer } from './asking.service'
import {
  deleteChat,
  getChat,
  listChats,
  renameChat,
  searchChats,
  shareChat,
  updateBookmark,
  updateFeedback,
} from './chat.service'
import { keepTalk } from './talk.service'
import { applyTool } from './tools/use-tool'

/** `chat.*` (product.md 4.13, 7.17). The words of answers come by HTTP (`chat.routes`). */
export const chatRouter = router({
  list: signedIn.input(ListChats).query(({ ctx, input }) => listChats(ctx, input.documentId)),
  search: signedIn.input(SearchChats).query(({ ctx, input }) => searchChats(ctx, input.q)),
  get: signedIn.input(One).query(({ ctx, input }) => getChat(ctx, input.id)),
  rename: signedIn.input(RenameChat).mutation(({ ctx, input }) => renameChat(ctx, input)),
  share: signedIn.input(ShareChat).mutation(({ ctx, input }) => shareChat(ctx, input)),
  delete: signedIn.input(One).mutation(({ ctx, input }) => deleteChat(ctx, input.id)),
  createMessage: signedIn.input(CreateMessage).mutation(({ ctx, input }) => createMessage(ctx, input)),
  editMessage: signedIn.input(EditMessage).mutation(({ ctx, input }) => editMessage(ctx, input)),
  regenerate: signedIn.input(Regenerate).mutation(({ ctx, input }) => regenerate(ctx, input)),
  stop: signedIn.input(OneMessage).mutation(({ ctx, input }) => stopAnswer(ctx, input.messageId)),
  /** For a voice, which calls tools past this server. They only read. */
  useTool: signedIn.input(UseTool).query(({ ctx, input }) => applyTool(ctx, input)),
  /** What was said in a voice chat, which passes this server by. */
  keepTalk: signedIn.input(KeepTalk).mutation(({ ctx, input }) => keepTalk(ctx, input)),
  /** What a model wants to do is done by these calls alone. */
  acceptAction: signedIn.input(OneAction).mutation(({ ctx, input }) => acceptAction(ctx, input.actionId)),
  declineAction: signedIn.input(OneAction).mutation(({ ctx, input }) => declineAction(ctx, input.actionId)),
  updateMessageFeedback: signedIn
    .input(UpdateFeedback)
    .mutation(({ ctx, input }) => updateFeedback(ctx, input)),
  updateMessageBookmark: signedIn
    .input(UpdateBookmark)
    .mutation(({ ctx, input }) => updateBookmark(ctx, input)),
})
