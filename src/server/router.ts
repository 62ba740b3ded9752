import { layoutRouter, userRouter } from '@/features/accounts/server/accounts.router'
import { aiRouter } from '@/features/ai/server/ai.router'
import { chatRouter } from '@/features/chat/server/chat.router'
import { commentsRouter } from '@/features/comments/server/comments.router'
import { filesRouter } from '@/features/files/server/files.router'
import { friendsRouter } from '@/features/friends/server/friends.router'
import { dueRouter } from '@/features/home/server/due'
import { mentionsRouter } from '@/features/home/server/mentions'
import { membershipRouter } from '@/features/membership/server/membership.router'
import { memoryRouter, promptRouter } from '@/features/memory/server/memory.router'
import { notificationsRouter } from '@/features/notifications/server/notifications.router'
import { coverRouter } from '@/features/pages/server/cover.router'
import { pagesRouter } from '@/features/pages/server/pages.router'
import { podsRouter } from '@/features/pods/server/pods.router'
import { publishedPagesRouter, publishRouter } from '@/features/publish/server/publish.router'
import { recordingsRouter } from '@/features/recordings/server/recordings.router'
import { suggestionsRouter } from '@/features/review/server/suggestions.router'
import { backlinksRouter } from '@/features/search/server/backlinks'
import { searchRouter } from '@/features/search/server/search.router'
import { shareRouter } from '@/features/share/server/share.router'
import { speechRouter } from '@/features/speech/server/speech.router'
import { stashRouter } from '@/features/stash/server/stash.router'
import { templatesRouter } from '@/features/templates/server/templates.router'
import { versionsRouter } from '@/features/versions/server/versions.router'
import { mergeRouters, router } from '@/server/rpc'

/** Every remote procedure of the product, by feature. */
export const appRouter = router({
  ai: aiRouter,
  chat: chatRouter,
  comment: commentsRouter,
  cover: coverRouter,
  document: mergeRouters(pagesRouter, publishedPagesRouter, backlinksRouter, dueRouter, mentionsRouter),
  file: filesRouter,
  friends: friendsRouter,
  layout: layoutRouter,
  memory: memoryRouter,
  notifications: notificationsRouter,
  pod: podsRouter,
  prompt: promptRouter,
  publish: publishRouter,
  recording: recordingsRouter,
  search: searchRouter,
  share: shareRouter,
  speech: speechRouter,
  stash: stashRouter,
  suggestion: suggestionsRouter,
  template: templatesRouter,
  user: mergeRouters(userRouter, membershipRouter),
  version: versionsRouter,
})

export type AppRouter = typeof appRouter
