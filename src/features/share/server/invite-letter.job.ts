import { z } from 'zod'
import { invitationToken, sendInvitation } from '@/server/invitation-letter'
import type { JobKind } from '@/server/jobs/queue'
import { LETTER_ATTEMPTS } from '@/server/mail'
import { findInvite } from './invites.queries'
import { inviteLetter } from './letters'

export const INVITE_LETTER = { name: 'share.invite-letter' }

/** Sends the letter of an invitation to a page, unless it was answered, withdrawn or is over by then. */
export const inviteLetterJob: JobKind<{ invite: string; language: string }> = {
  name: INVITE_LETTER.name,
  lane: 'mail',
  payload: z.object({ invite: z.string(), language: z.string() }),
  attempts: LETTER_ATTEMPTS,
  run: async (services, { invite, language }, { id, createdAt }) => {
    const { db, config } = services
    const found = await findInvite(db, invite)
    const isOpen = found && found.ended_at === null && found.expires_at > new Date().toISOString()
    const inviter = await db
      .selectFrom('user')
      .select('name')
      .where('id', '=', found?.invited_by ?? '')
      .executeTakeFirst()
    if (isOpen && inviter && found.email !== null) {
      const { email, level, invited_by: from } = found
      const { publicUrl } = config
      const link = `${publicUrl}/invite/${invitationToken(config, invite)}`
      await sendInvitation(services, { email, from, language }, () => ({
        ...inviteLetter({ to: email, from: inviter.name, level, link, publicUrl }),
        name: { id, createdAt },
      }))
    }
    return async () => undefined
  },
}
