import { accountCopyRoutes } from '@/features/accounts/server/account-copy.routes'
import type { Auth } from '@/features/accounts/server/auth'
import { authRoutes } from '@/features/accounts/server/auth.routes'
import { avatarsRoutes } from '@/features/accounts/server/avatars.routes'
import { aiRoutes } from '@/features/ai/server/ai.routes'
import { reviewRoutes } from '@/features/ai/server/reviews/reviews.routes'
import { chatRoutes } from '@/features/chat/server/chat.routes'
import { filesRoutes } from '@/features/files/server/files.routes'
import type { FileOpening } from '@/features/files/server/files.service'
import { uploadsRoutes } from '@/features/files/server/uploads.routes'
import { interchangeRoutes } from '@/features/interchange/server/interchange.routes'
import { unsubscribeRoutes } from '@/features/notifications/server/unsubscribe.routes'
import { printRoutes } from '@/features/print/server/print.routes'
import { feedsRoutes } from '@/features/publish/server/feeds.routes'
import { previewRoutes } from '@/features/publish/server/preview.routes'
import { isPublicFile } from '@/features/publish/server/public-access'
import { visitorAt } from '@/features/publish/server/public-limits'
import { visitsRoutes } from '@/features/share/server/visits.routes'
import { isVisitedFile } from '@/features/share/server/visits.service'
import { speechRoutes } from '@/features/speech/server/speech.routes'
import { embeddedRoutes } from '@/features/templates/server/embedded.routes'
import { voiceRoutes } from '@/features/voice/server/voice.routes'
import type { Services } from '@/server/context'
import type { Routes } from '@/server/http/http'

/** What shows a file to people who have no page of their own with it: a published page (rulings 4), and a secret link. */
const fileOpenings: readonly FileOpening[] = [
  ({ db, caller }, fileId, cookies) =>
    isPublicFile(db, fileId, cookies, { asker: caller.user?.id ?? visitorAt(caller.ip) }),
  async (...asked) => ((await isVisitedFile(...asked)) ? { isListed: false } : null),
]

/** Every plain HTTP route that a feature adds, in order; `fontFaces` are those of the built interface. */
export const routes = (services: Services, auth: Auth, fontFaces = ''): readonly Routes[] => [
  authRoutes(services, auth),
  avatarsRoutes(services),
  accountCopyRoutes(services),
  filesRoutes(services, fileOpenings),
  uploadsRoutes(services),
  interchangeRoutes(services),
  previewRoutes(services, fontFaces),
  feedsRoutes(services),
  embeddedRoutes(services),
  printRoutes(services),
  visitsRoutes(services),
  unsubscribeRoutes(services),
  aiRoutes(services),
  reviewRoutes(services),
  speechRoutes(services),
  voiceRoutes(services),
  chatRoutes(services),
]
