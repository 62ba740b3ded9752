import { invitationLetter, oneLine } from '@/server/invitation-letter'
import type { Letter } from '@/server/mail'
import { t } from '@/shared/i18n'
import type { Level } from '@/shared/permissions'
import { roleName, SHARE } from '../model'

interface Invitation {
  to: string
  /** Whose page it is; the page's title stays on the page until the invitation is accepted. */
  from: string
  level: Level
  link: string
  publicUrl: string
}

/** The letter with which somebody is invited to a page, whether they have an account or not. */
export function inviteLetter({ to, from, level, link, publicUrl }: Invitation): Letter {
  const name = oneLine(from)
  return invitationLetter({
    to,
    subject: t('{name} shares a page with you', { name }),
    lead: t('{name} shares a page with you on Sheaf. Your role on it: {role}.', {
      name,
      role: roleName(level),
    }),
    action: t('Open the page'),
    link,
    days: SHARE.inviteDays,
    publicUrl,
  })
}
