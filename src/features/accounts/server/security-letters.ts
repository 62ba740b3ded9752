import { z } from 'zod'
import { deviceOf } from '@/features/accounts/device'
import { placeName } from '@/features/accounts/place'
import type { Services } from '@/server/context'
import { enqueue, type JobKind } from '@/server/jobs/queue'
import { inLanguage } from '@/server/language'
import { LETTER_ATTEMPTS, type Letter } from '@/server/mail'
import { formatsFrom, formatsOfPerson } from '@/server/person-formats'
import { language, t } from '@/shared/i18n'
import { DEFAULT_LANGUAGE, directionOf, knownLanguage } from '@/shared/i18n/languages'

/** What somebody is told of their account when it was perhaps not they who did it. */
const SECURITY_EVENTS = [
  'sign-in',
  'second-factor-on',
  'second-factor-off',
  'recovery-codes',
  'passkey',
  'password',
  'linked',
  'unlinked',
] as const
type SecurityEvent = (typeof SECURITY_EVENTS)[number]

const subjectOf = (event: SecurityEvent): string =>
  ({
    'sign-in': t('New sign-in to Sheaf'),
    'second-factor-on': t('Two-factor authentication was turned on'),
    'second-factor-off': t('Two-factor authentication was turned off'),
    'recovery-codes': t('New recovery codes were made'),
    passkey: t('A passkey was added'),
    password: t('Your password was changed'),
    linked: t('An account was linked'),
    unlinked: t('An account was unlinked'),
  })[event]

const leadOf = (event: SecurityEvent): string =>
  ({
    'sign-in': t('Somebody signed in to your account from a browser that it does not know:'),
    'second-factor-on': t(
      'From now on signing in to your account takes a code from your authenticator app. It was turned on here:',
    ),
    'second-factor-off': t(
      'Signing in to your account no longer takes a code from your authenticator app. It was turned off here:',
    ),
    'recovery-codes': t('The recovery codes that you had before no longer work. New ones were made here:'),
    passkey: t('A passkey can sign in to your account from now on. It was added here:'),
    password: t('The password that you had before no longer works. It was changed here:'),
    linked: t(
      'An account that you have elsewhere can sign in to your account here from now on. It was linked here:',
    ),
    unlinked: t(
      'An account that you have elsewhere can no longer sign in to your account here. It was unlinked here:',
    ),
  })[event]

/** What outlives a new password has to be taken away by itself. */
const adviceOf = (event: SecurityEvent): string =>
  event === 'password'
    ? t('If this was you, there is nothing to do. If not, choose “Forgot password?” where one signs in:')
    : event === 'passkey' || event === 'linked'
      ? t(
          'If this was you, there is nothing to do. If not, take it away again, choose a new password and sign out everywhere else:',
        )
      : t(
          'If this was you, there is nothing to do. If not, choose a new password and sign out everywhere else:',
        )

const SecurityLetter = z.object({
  event: z.enum(SECURITY_EVENTS),
  email: z.string(),
  userAgent: z.string().nullable(),
  ip: z.string(),
})

/** Sends one letter: in the language of whose account it is, in the way they write moments. */
export const securityLetterJob: JobKind<z.output<typeof SecurityLetter>> = {
  name: 'accounts.security-letter',
  lane: 'mail',
  payload: SecurityLetter,
  attempts: LETTER_ATTEMPTS,
  run: async ({ db, mail, config, places }, { event, email, userAgent, ip }, { id, createdAt }) => {
    const person = await db
      .selectFrom('user')
      .select(['id', 'language'])
      .where('email', '=', email)
      .executeTakeFirst()
    if (person) {
      const place = await places.of(ip)
      const letter = async () => {
        const { choice, locale } = await formatsOfPerson(db, person.id)
        // Who has chosen no zone is told which one is meant.
        const timeZone = choice.timeZone ?? 'UTC'
        const moment = formatsFrom({ choice: { ...choice, timeZone }, locale }).dateTime(createdAt)
        const address = [placeName(place), ip].flatMap((part) => part ?? []).join(' · ')
        const where = [deviceOf(userAgent).name, address, `${moment} (${timeZone.replaceAll('_', ' ')})`]
        return { ...letterOf(email, event, where, config.publicUrl), name: { id, createdAt } }
      }
      await mail.send(await inLanguage(knownLanguage(person.language) ?? DEFAULT_LANGUAGE, letter))
    }
    return async () => undefined
  },
}

/** Tells somebody by letter what happened to their account, and where; also when letters do not get through for a while. */
export async function tellOwner(
  { db }: Pick<Services, 'db'>,
  event: SecurityEvent,
  { email, userAgent, ip }: { email: string; userAgent: string | null; ip: string },
): Promise<void> {
  const person = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst()
  const about = { event, email, userAgent: userAgent?.slice(0, 400) ?? null, ip }
  await enqueue(db, securityLetterJob, about, { userId: person?.id ?? null })
}

function letterOf(to: string, event: SecurityEvent, where: readonly string[], publicUrl: string): Letter {
  const lead = leadOf(event)
  const address = event === 'password' ? `${publicUrl}/login` : `${publicUrl}/settings/security`
  const advice = adviceOf(event)
  const font = "font-family:system-ui,-apple-system,'Segoe UI',sans-serif"
  return {
    to,
    subject: subjectOf(event),
    text: t('{lead}\n\n    {where}\n\n{advice}\n{address}\n\nSheaf · {publicUrl}\n', {
      lead,
      where: where.join('\n    '),
      advice,
      address,
      publicUrl,
    }),
    html: `<!doctype html><html lang="${language()}" dir="${directionOf(language())}"><body style="margin:0;padding:32px 16px;background:#f7f7f5;color:#37352f;${font}">
<div style="max-width:420px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 16px;font-size:16px">${lead}</p>
<p style="margin:0 0 16px;font-size:16px;font-weight:600">${where.map(escaped).join('<br>')}</p>
<p style="margin:0 0 8px;font-size:14px;color:#6b6a66">${advice}</p>
<p style="margin:0;font-size:14px"><a href="${escaped(address)}" style="color:#23568f">${escaped(address)}</a></p>
</div></body></html>
`,
  }
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
