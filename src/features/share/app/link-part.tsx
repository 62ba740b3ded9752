import { Copy, Link2, RefreshCw } from 'lucide-react'
import { useId } from 'react'
import { rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { copyText } from '@/ui/copy-text'
import { useFormats } from '@/ui/formats'
import { Select } from '@/ui/select'
import { type LinkLevel, type PageSharing, roleName, type ShareLink } from '../model'
import type { Change } from './changes'

const LEVELS = ['view', 'comment', 'suggest', 'edit'] as const satisfies readonly LinkLevel[]
const DAY_MS = 24 * 3_600_000

/** In how many days a link can be made to end. */
const ENDS = { day: 1, week: 7, month: 30 } as const

/** The link with which anybody opens the page: what it gives, until when, and a new one in its place. */
export function LinkPart({ sharing, change }: { sharing: PageSharing; change: Change }) {
  const heading = useId()
  const { id, link, hasLinkAbove } = sharing
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2">
      <h2 id={heading} className="text-xs font-medium text-text-muted">
        {t('Secret link')}
      </h2>
      <div className="flex items-center gap-2.5">
        <Link2 aria-hidden className="size-4 shrink-0 text-text-muted" />
        <Select
          label={t('What the link gives')}
          value={link?.level ?? 'off'}
          options={[
            { value: 'off' as const, label: t('No link') },
            ...LEVELS.map((level) => ({
              value: level,
              label: t('Anyone with the link: {role}', { role: roleName(level) }),
            })),
          ]}
          onValueChange={(value) =>
            void change(() => rpc.share.setLink.mutate({ id, level: value === 'off' ? null : value }))
          }
          className="min-w-0 flex-1"
        />
      </div>
      {link && <LinkOptions id={id} link={link} change={change} />}
      {hasLinkAbove && (
        <p className="text-xs text-text-muted">{t('The link of a page above opens this page too.')}</p>
      )}
    </section>
  )
}

function LinkOptions({ id, link, change }: { id: string; link: ShareLink; change: Change }) {
  const { level, endsAt, isOver, url } = link
  const until = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
  const formats = useFormats()
  const day = endsAt && formats.dateTime(endsAt)
  const options = [
    { value: 'never', label: t('Never ends') },
    ...(day
      ? [{ value: 'kept', label: isOver ? t('Ended {day}', { day }) : t('Expires {day}', { day }) }]
      : []),
    { value: 'day', label: t('Expires in a day') },
    { value: 'week', label: t('Expires in a week') },
    { value: 'month', label: t('Expires in a month') },
  ]
  const setEnd = (value: string) => {
    if (value === 'kept') return
    const ends = value === 'never' ? null : until(ENDS[value as keyof typeof ENDS])
    void change(() => rpc.share.setLink.mutate({ id, level, endsAt: ends }))
  }
  const copy = (address: string) =>
    copyText(
      address,
      t('Secret link copied. Anyone who has it can open the page; signed in, their role is {role}.', {
        role: roleName(level),
      }),
      address,
    )
  return (
    <div className="flex flex-wrap items-center gap-2 ps-6.5">
      <Select
        label={t('When the link ends')}
        value={endsAt ? 'kept' : 'never'}
        options={options}
        onValueChange={setEnd}
        className="min-w-36 flex-1"
      />
      <IconButton
        label={t('Replace the link: the old one opens nothing any more')}
        size="md"
        onClick={() => void change(() => rpc.share.rotateLink.mutate({ id }))}
      >
        <RefreshCw aria-hidden />
      </IconButton>
      {url && !isOver ? (
        <Button onClick={() => void copy(url)}>
          <Copy aria-hidden />
          {t('Copy secret link')}
        </Button>
      ) : (
        <p className="text-xs text-text-muted">
          {isOver ? t('It opens nothing any more.') : t('Replace it to copy it again.')}
        </p>
      )}
    </div>
  )
}
