import { oneLine } from '@/server/invitation-letter'
import type { Letter } from '@/server/mail'
import { language, t } from '@/shared/i18n'
import { directionOf } from '@/shared/i18n/languages'
import type { Notification } from '../model'

/** How many are written out; the rest is a number. */
export const MOST_WRITTEN = 100

interface Digest {
  /** The name of the letter: the same letter sent twice is one letter. */
  id: string
  createdAt: string
  to: string
  /** At least one, the oldest first, of those that it is about. */
  notifications: readonly Notification[]
  /** How many it is about. */
  count: number
  unsubscribe: string
  publicUrl: string
}

/** Characters of a sentence in which names and titles stand, or of what was said. */
const MOST_SAID = 300

/** Notifications of one page, or of none. */
interface Group {
  link: string
  entries: readonly Notification[]
}

/** One letter about all of them, grouped by page. */
export function digestLetter(digest: Digest): Letter {
  const { id, createdAt, to, notifications, count, unsubscribe, publicUrl } = digest
  const [first] = notifications
  if (!first) throw new Error('a letter about nothing')
  const subject = count === 1 ? first.title : t('{count} notifications from Sheaf', { count })
  const groups = groupsOf(notifications.slice(0, MOST_WRITTEN), publicUrl)
  const left = count - MOST_WRITTEN
  const more = left > 0 ? t('And {left} more, in Sheaf.', { left }) : ''
  const why = t('You get this email because email is on in your notification preferences.')
  return {
    to,
    subject: oneLine(subject, MOST_SAID),
    text: textOf(groups, { more, why, unsubscribe }),
    html: htmlOf(groups, { more, why, unsubscribe }),
    name: { id, createdAt },
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  }
}

function groupsOf(notifications: readonly Notification[], publicUrl: string): Group[] {
  const byPage = Map.groupBy(notifications, ({ resourceType, resourceId }) => `${resourceType} ${resourceId}`)
  return [...byPage.values()].map((entries) => ({
    link: publicUrl + (entries[0]?.path ?? '/').replace(/#.*/, ''),
    entries: entries.map((entry) => ({
      ...entry,
      title: oneLine(entry.title, MOST_SAID),
      message: oneLine(entry.message, MOST_SAID),
      path: publicUrl + (entry.path ?? '/'),
    })),
  }))
}

interface Ending {
  more: string
  why: string
  unsubscribe: string
}

function textOf(groups: readonly Group[], { more, why, unsubscribe }: Ending): string {
  const parts = groups.map(({ entries }) =>
    entries
      .map(({ title, message, path }) =>
        [title, ...(message ? [`    ${message}`] : []), `    ${path}`].join('\n'),
      )
      .join('\n\n'),
  )
  return `${[...parts, ...(more ? [more] : [])].join('\n\n')}\n\n${why}\n${t('Turn off e-mail: {unsubscribe}', { unsubscribe })}\n`
}

const TOLD = 'margin:0 0 6px;font-size:15px'
const SAID =
  'margin:0 0 16px;padding-inline-start:10px;border-inline-start:3px solid #d6d4ce;font-size:14px;color:#6b6a66'
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',sans-serif"

/** Colors stand for light; programs that show letters in the dark are told that they may, and with which. */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:#191919!important}.card{background:#252525!important}.ink{color:#e6e6e4!important}.quiet{color:#a8a7a3!important}.said{border-color:#55534e!important}}`

function htmlOf(groups: readonly Group[], { more, why, unsubscribe }: Ending): string {
  const cards = groups.map(({ entries }) => {
    const rows = entries.map(({ title, message, path }) => {
      const link = `<a class="ink" style="color:#37352f" href="${escaped(path ?? '')}">${escaped(title)}</a>`
      const said = message && `<p class="quiet said" style="${SAID}">${escaped(message)}</p>`
      return [`<p class="told" style="${TOLD}">${link}</p>`, said].join('')
    })
    return `<div class="card" style="max-width:520px;margin:0 auto 12px;padding:20px 24px 14px;background:#ffffff;border-radius:12px">${rows.join('\n')}</div>`
  })
  const quiet = 'max-width:520px;margin:12px auto 0;font-size:12px;color:#6b6a66'
  return `<!doctype html><html lang="${language()}" dir="${directionOf(language())}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><style>${STYLE}</style></head>
<body class="page" style="margin:0;padding:24px 12px;background:#f7f7f5;color:#37352f;${FONT}">
${cards.join('\n')}
${more ? `<p class="quiet" style="${quiet}">${more}</p>` : ''}
<p class="quiet" style="${quiet}">${why} <a class="quiet" style="color:#6b6a66" href="${escaped(unsubscribe)}">${t('Turn off e-mail')}</a></p>
</body></html>
`
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
