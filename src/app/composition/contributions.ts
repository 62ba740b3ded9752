import type { Contribution } from '@/editor/contribution'
import { ai } from '@/features/ai/app/ai.contribution'
import { chat } from '@/features/chat/app/chat.contribution'
import { comments } from '@/features/comments/app/comments.contribution'
import { interchange } from '@/features/interchange/app/interchange.contribution'
import { notifications } from '@/features/notifications/app/notifications.contribution'
import { movingBlocks } from '@/features/pages/app/moving-blocks.contribution'
import { movingPages } from '@/features/pages/app/moving-pages.contribution'
import { pageActions } from '@/features/pages/app/page-actions.contribution'
import { subPages } from '@/features/pages/app/sub-page.contribution'
import { pods } from '@/features/pods/app/pods.contribution'
import { print } from '@/features/print/app/print.contribution'
import { publishing } from '@/features/publish/app/publish.contribution'
import { recordings } from '@/features/recordings/app/recordings.contribution'
import { review } from '@/features/review/app/review.contribution'
import { findOfAddress } from '@/features/search/app/search.contribution'
import { speech } from '@/features/speech/app/speech.contribution'
import { stash } from '@/features/stash/app/stash.contribution'
import { templates } from '@/features/templates/app/templates.contribution'
import { history } from '@/features/versions/app/history.contribution'
import { voice } from '@/features/voice/app/voice.contribution'
import { lazy } from '@/ui/lazy'

/** Everything that features add to pages and their editor, in the order in which menus show it. */
const signedIn: readonly Contribution[] = [
  publishing,
  pageActions,
  movingPages,
  templates,
  history(lazy(() => import('@/features/review/app/decisions-list'))),
  review,
  ai,
  chat,
  comments,
  interchange(() => import('@/features/print/app/print-exports').then(({ drawnExports }) => drawnExports)),
  pods,
  subPages,
  movingBlocks,
  stash(true),
  recordings,
  print,
  speech,
  voice,
  notifications,
  findOfAddress,
]

/** Template pages and their editor, for somebody who is not signed in. */
const visiting: readonly Contribution[] = [ai, speech, voice, stash(false), findOfAddress]

export const contributionsFor = (isSignedIn: boolean): readonly Contribution[] =>
  isSignedIn ? signedIn : visiting
