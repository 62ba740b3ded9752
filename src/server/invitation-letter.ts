import { createHmac } from 'node:crypto'
import { authSecret } from '@/server/auth-secret'
import { addressHasBlocked } from '@/server/blocked-people'
import type { Config } from '@/server/config'
import type { Services } from '@/server/context'
import { inLanguage } from '@/server/language'
import type { Letter } from '@/server/mail'
import { languageOfAddress } from '@/server/reader-language'
import { language, t } from '@/shared/i18n'
import { DEFAULT_LANGUAGE, directionOf, knownLanguage } from '@/shared/i18n/languages'

/**
 * The token of the invitation with this id: 32 bytes as base64url. It follows from the server's secret, so the database holds neither
 * the token nor anything to make it from, and a letter that is sent again carries the same one.
 */
export const invitationToken = (config: Pick<Config, 'authSecret' | 'dataDir'>, id: string): string =>
  createHmac('sha256', `invitation\n${authSecret(config)}`)
    .update(id)
    .digest('base64url')

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** One line as names and titles stand in letters: nothing in it ends the line, or turns the direction of the words around it. */
export const oneLine = (text: string, most = 80): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .slice(0, most)
    .toWellFormed()

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

/**
 * Sends an invitation, in the language of whose address it is, else in that of who invites (`language`). A person who has blocked the
 * inviter gets none, and nobody is told (R23). Throws when the letter does not get through.
 */
export async function sendInvitation(
  { db, mail }: Pick<Services, 'db' | 'mail'>,
  { email, from, language }: { email: string; from: string; language: string },
  letter: () => Letter,
): Promise<void> {
  if (await addressHasBlocked(db, email, from)) return
  await inLanguage(knownLanguage(language) ?? DEFAULT_LANGUAGE, async () =>
    mail.send(await inLanguage(await languageOfAddress(db, email), letter)),
  )
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
