import type { Letter } from '@/server/mail'
import { language, t } from '@/shared/i18n'
import { directionOf } from '@/shared/i18n/languages'
import type { Level } from '@/shared/permissions'
import { roleName, SHARE } from '../model'

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** One line without anything that could end it, as names in letters are written. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 80)

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

interface InvitationWords {
  to: string
  subject: string
  /** Who invites to what. */
  lead: string
  /** What the link is called. */
  action: string
  link: string
  /** For how many days it can be opened. */
  days: number
  publicUrl: string
}

/** A letter with a link that is for its address alone. Names in `subject` and `lead` are one line (`oneLine`). */
export function invitationLetter(words: InvitationWords): Letter {
  const { to, subject, lead, action, link, days, publicUrl } = words
  const how = t('Open the link and sign in with this address; a code is sent to it, no password is needed.')
  const life = t('The link works once, for {days} days, and for this address only.', { days })
  const font = "font-family:system-ui,-apple-system,'Segoe UI',sans-serif"
  return {
    to,
    subject,
    text: `${lead}\n\n${link}\n\n${how}\n${life}\n\nSheaf · ${publicUrl}\n`,
    html: `<!doctype html><html lang="${language()}" dir="${directionOf(language())}"><body style="margin:0;padding:32px 16px;background:#f7f7f5;color:#37352f;${font}">
<div style="max-width:420px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 24px;font-size:16px">${escaped(lead)}</p>
<p style="margin:0 0 24px"><a href="${escaped(link)}" style="display:inline-block;padding:10px 16px;border-radius:8px;background:#37352f;color:#ffffff;text-decoration:none;font-size:14px">${escaped(action)}</a></p>
<p style="margin:0 0 8px;font-size:14px;color:#6b6a66">${how}</p>
<p style="margin:0;font-size:14px;color:#6b6a66">${life}</p>
<p style="margin:24px 0 0;font-size:12px;color:#6b6a66">Sheaf · ${escaped(publicUrl)}</p>
</div></body></html>
`,
  }
}
