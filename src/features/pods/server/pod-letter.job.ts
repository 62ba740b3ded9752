import { z } from 'zod'
import { invitationLetter, invitationToken, oneLine, sendInvitation } from '@/server/invitation-letter'
import type { JobKind } from '@/server/jobs/queue'
import { LETTER_ATTEMPTS } from '@/server/mail'
import { t } from '@/shared/i18n'
import { POD, POD_LETTER } from '../model'
import { findToSend } from './pod-letters.queries'

export const POD_LETTER_JOB = { name: 'pods.letter' }

/** Sends the letter of an invitation to a pod, unless it was answered, withdrawn or is over by then. */
export const podLetterJob: JobKind<{ letter: string; language: string }> = {
  name: POD_LETTER_JOB.name,
  lane: 'mail',
  payload: z.object({ letter: z.string(), language: z.string() }),
  attempts: LETTER_ATTEMPTS,
  run: async (services, { letter, language }, { id, createdAt }) => {
    const { db, config } = services
    const found = await findToSend(db, letter, new Date().toISOString())
    if (found) {
      const { email, invited_by: from } = found
      const [name, pod] = [oneLine(found.inviterName), oneLine(found.podName)]
      await sendInvitation(services, { email, from, language }, () => ({
        ...invitationLetter({
          to: email,
          subject: t('{name} invites you to a pod on Sheaf', { name }),
          lead: t('{name} invites you to “{pod}” on Sheaf.', { name, pod }),
          action: t('Open the invitation'),
          link: `${config.publicUrl}/invite/${POD_LETTER}${invitationToken(config, letter)}`,
          days: POD.invitationDays,
          publicUrl: config.publicUrl,
        }),
        name: { id, createdAt },
      }))
    }
    return async () => undefined
  },
}
