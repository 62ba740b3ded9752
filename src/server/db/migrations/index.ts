import { workspace } from '@/server/db/migrations/0001-workspace'
import { quarantine } from '@/server/db/migrations/0002-quarantine'
import { trashIndex } from '@/server/db/migrations/0003-trash-index'
import { files } from '@/server/db/migrations/0004-files'
import { stash } from '@/server/db/migrations/0005-stash'
import { search } from '@/server/db/migrations/0006-search'
import { versions } from '@/server/db/migrations/0007-versions'
import { publish } from '@/server/db/migrations/0008-publish'
import { pods } from '@/server/db/migrations/0009-pods'
import { templates } from '@/server/db/migrations/0011-templates'
import { templateIndex } from '@/server/db/migrations/0012-template-index'
import { documentClient } from '@/server/db/migrations/0013-document-client'
import { filePages } from '@/server/db/migrations/0014-file-pages'
import { invitationsAndQuotas } from '@/server/db/migrations/0015-invitations-and-quotas'
import { preparedPages } from '@/server/db/migrations/0016-prepared-pages'
import { sharing } from '@/server/db/migrations/0017-sharing'
import { serverLease } from '@/server/db/migrations/0018-server-lease'
import { comments } from '@/server/db/migrations/0020-comments'
import { podLetters } from '@/server/db/migrations/0022-pod-letters'
import { suggestionLog } from '@/server/db/migrations/0023-suggestion-log'
import { accountSettings } from '@/server/db/migrations/0024-account-settings'
import { jobs } from '@/server/db/migrations/0025-jobs'
import { notifications } from '@/server/db/migrations/0025-notifications'
import { friends } from '@/server/db/migrations/0026-friends'
import { reviewInbox } from '@/server/db/migrations/0029-review-inbox'
import { avatars } from '@/server/db/migrations/0031-avatars'
import { memoryAndPrompts } from '@/server/db/migrations/0032-memory-and-prompts'
import { aiUsage } from '@/server/db/migrations/0033-ai-usage'
import { reviewInboxIndexes } from '@/server/db/migrations/0035-review-inbox-indexes'
import { membership } from '@/server/db/migrations/0036-membership'
import { chat } from '@/server/db/migrations/0038-chat'
import { recordings } from '@/server/db/migrations/0041-recordings'
import { uploads } from '@/server/db/migrations/0042-uploads'
import { chunks } from '@/server/db/migrations/0043-chunks'
import { chatActions } from '@/server/db/migrations/0044-chat-actions'
import { aiEdits } from '@/server/db/migrations/0045-ai-edits'
import { people } from '@/server/db/migrations/0046-people'
import { weekStart } from '@/server/db/migrations/0047-week-start'
import { podIcon } from '@/server/db/migrations/0049-pod-icon'
import { pageLinks } from '@/server/db/migrations/0056-page-links'
import { dueTodos } from '@/server/db/migrations/0059-due-todos'
import { liveRecordings } from '@/server/db/migrations/0065-live-recordings'
import { pageMentions } from '@/server/db/migrations/0073-page-mentions'
import { aiAnswers } from '@/server/db/migrations/0077-ai-answers'
import { filePreviews } from '@/server/db/migrations/0085-file-previews'
import { podGuests } from '@/server/db/migrations/0097-pod-guests'
import { fileMedia } from '@/server/db/migrations/0103-file-media'
import { summaryStamps } from '@/server/db/migrations/0104-summary-stamps'
import { seenPages } from '@/server/db/migrations/0105-seen-pages'
import { withdrawnWords } from '@/server/db/migrations/0106-withdrawn-words'
import { mediaReaders } from '@/server/db/migrations/0108-media-readers'
import { jobsByTurn } from '@/server/db/migrations/0109-jobs-by-turn'
import { placeDecisions } from '@/server/db/migrations/0110-place-decisions'
import { lapsedSessions } from '@/server/db/migrations/0111-lapsed-sessions'
import { settledFiles } from '@/server/db/migrations/0112-settled-files'
import { publishedOrder } from '@/server/db/migrations/0113-published-order'
import { shortFoldedChats } from '@/server/db/migrations/0114-short-folded-chats'
import { happeningsByActor } from '@/server/db/migrations/0115-happenings-by-actor'
import type { Migration } from '@/server/db/migrations/migrate'

/** Every step that the tables have taken, in order. Forward only: a published step is never changed or removed. */
export const migrations: readonly Migration[] = [
  workspace,
  quarantine,
  trashIndex,
  files,
  stash,
  search,
  versions,
  publish,
  pods,
  templates,
  templateIndex,
  documentClient,
  filePages,
  invitationsAndQuotas,
  preparedPages,
  sharing,
  serverLease,
  comments,
  podLetters,
  suggestionLog,
  accountSettings,
  jobs,
  notifications,
  friends,
  reviewInbox,
  avatars,
  memoryAndPrompts,
  aiUsage,
  reviewInboxIndexes,
  membership,
  recordings,
  chat,
  podIcon,
  people,
  aiEdits,
  weekStart,
  chatActions,
  chunks,
  uploads,
  pageLinks,
  dueTodos,
  liveRecordings,
  pageMentions,
  aiAnswers,
  filePreviews,
  podGuests,
  fileMedia,
  summaryStamps,
  seenPages,
  withdrawnWords,
  mediaReaders,
  jobsByTurn,
  placeDecisions,
  lapsedSessions,
  settledFiles,
  publishedOrder,
  shortFoldedChats,
  happeningsByActor,
]
