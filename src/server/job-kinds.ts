import { securityLetterJob } from '@/features/accounts/server/security-letters'
import { removeBytesJob } from '@/features/files/server/remove-bytes.job'
import { gatherMailJob, letterJob } from '@/features/notifications/server/mail.jobs'
import { gatherPushJob, pushJob } from '@/features/notifications/server/push.jobs'
import { tellJob } from '@/features/notifications/server/tell.job'
import { podLetterJob } from '@/features/pods/server/pod-letter.job'
import { inviteLetterJob } from '@/features/share/server/invite-letter.job'
import type { AnyJobKind } from '@/server/jobs/worker'

/** Every kind of work that is done later, by feature. */
export const jobKinds: readonly AnyJobKind[] = [
  tellJob,
  gatherMailJob,
  letterJob,
  gatherPushJob,
  pushJob,
  securityLetterJob,
  inviteLetterJob,
  podLetterJob,
  removeBytesJob,
]
