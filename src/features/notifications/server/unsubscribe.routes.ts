import { Hono } from 'hono'
import type { Services } from '@/server/context'
import type { HttpEnv, Routes } from '@/server/http/http'
import { t } from '@/shared/i18n'
import { findPreferences, savePreferences } from './notifications.queries'
import { readUnsubscribing, UNSUBSCRIBE_PATH } from './unsubscribe'

/** RFC 8058 sends `List-Unsubscribe=One-Click`; nothing that comes is read. */
const MOST_BYTES = 1_000

/**
 * Turns a person's letters off. `GET` only asks, since programs that look at letters follow their links; `POST` does it, from the
 * page of the `GET` or from a mail program (RFC 8058). Who holds the link needs no sign-in, and can do nothing else with it.
 */
export function unsubscribeRoutes(services: Services): Routes {
  const app = new Hono<HttpEnv>()
  const { db, config } = services
  const gone = () =>
    page(t('This link does not work any more'), t('You can choose what is mailed to you in the settings.'))

  app.get(UNSUBSCRIBE_PATH, (c) => {
    const token = c.req.query('token') ?? ''
    if (readUnsubscribing(config, token) === null) return c.html(gone(), 404)
    const form = `<form method="post" action="${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}">
<button type="submit">${t('Turn off e-mail')}</button></form>`
    return c.html(
      page(t('No more e-mail about notifications?'), t('You will still find them in Sheaf.'), form),
    )
  })

  app.post(UNSUBSCRIBE_PATH, async (c) => {
    if (Number(c.req.header('content-length') ?? 0) > MOST_BYTES) return c.html(gone(), 413)
    const asked = readUnsubscribing(config, c.req.query('token') ?? '')
    const isDone = asked !== null && (await turnOff(asked))
    if (!isDone) return c.html(gone(), 404)
    return c.html(
      page(t('E-mail is off'), t('You can turn it on again in the settings, under Notifications.')),
    )
  })

  /** False for a link from before mail was turned on again: then it was meant to be on. */
  const turnOff = ({ userId, epoch }: { userId: string; epoch: number }) =>
    db.transaction().execute(async (trx) => {
      const person = await trx.selectFrom('user').select('id').where('id', '=', userId).executeTakeFirst()
      const preferences = await findPreferences(trx, userId)
      if (!person || preferences.mailEpoch !== epoch) return false
      await savePreferences(trx, userId, { ...preferences, emailEnabled: false })
      return true
    })

  return app
}

/** A page that needs neither script nor style sheet of ours, readable in the dark by the browser's own colors. */
const page = (title: string, words: string, more = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title} · Sheaf</title></head>
<body><main><h1>${title}</h1><p>${words}</p>${more}</main></body></html>`
