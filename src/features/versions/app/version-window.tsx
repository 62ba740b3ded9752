import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Dialog, DialogContent } from '@/ui/dialog'
import { ErrorState } from '@/ui/error-state'
import { useFormats } from '@/ui/formats'
import { Select } from '@/ui/select'
import { Skeleton } from '@/ui/skeleton'
import type { ChangeRow } from '../diff/model'
import type { PageVersion } from '../model'
import { DiffView } from './diff-view'
import { restoreBlock, restoreVersion } from './restoring'
import { wordsOf } from './saving'
import { authorsOf, labelOf, summaryOf } from './version-words'

export interface VersionWindowProps {
  open: boolean
  onOpenChange(open: boolean): void
  documentId: string
  version: PageVersion | null
  /** Those it can be compared with, the newest first. */
  versions: readonly PageVersion[]
  canEdit: boolean
}

/** What is compared with: the page as it is now, or nothing (an empty page) before the first version. */
const NOW = 'now'

/** What changed in a version (product.md 2.24, 2.25): since the one before it, until now, or against any other. */
export default function VersionWindow({ open, onOpenChange, version, ...rest }: VersionWindowProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        bare
        title={t('Version history')}
        className="flex h-[min(52rem,calc(100dvh-2rem))] max-w-4xl flex-col overflow-hidden max-sm:top-0 max-sm:left-0 max-sm:h-dvh max-sm:max-h-dvh max-sm:w-screen max-sm:translate-0 max-sm:rounded-none"
      >
        {version && (
          <Comparison key={version.id} version={version} onClose={() => onOpenChange(false)} {...rest} />
        )}
      </DialogContent>
    </Dialog>
  )
}

type ComparisonProps = Omit<VersionWindowProps, 'open' | 'onOpenChange' | 'version'> & {
  version: PageVersion
  onClose(): void
}

interface Sides {
  from: string | null
  to: string | null
}

/** Does the key of a comparison name these two? */
function isOf(asked: readonly unknown[] | undefined, sides: Sides): boolean {
  const { input } = (asked?.[1] ?? {}) as { input?: Sides }
  return input?.from === sides.from && input.to === sides.to
}

function Comparison({ version, versions, documentId, canEdit, onClose }: ComparisonProps) {
  const formats = useFormats()
  const at = versions.findIndex(({ id }) => id === version.id)
  const previous = versions[at + 1]
  const [other, setOther] = useState(previous?.id ?? NOW)
  const [full, setFull] = useState(false)
  const [busy, setBusy] = useState(false)
  const otherAt = versions.findIndex(({ id }) => id === other)
  // The earlier one comes first.
  const isOlder = other !== NOW && otherAt > at
  const otherId = other === NOW ? null : other
  const sides = isOlder ? { from: otherId, to: version.id } : { from: version.id, to: otherId }
  const query = useQuery(
    trpc.version.diff.queryOptions(
      { documentId, ...sides, full },
      // What is unfolded grows in its place. Another choice is another comparison, of which nothing may stand here as if it were it.
      { placeholderData: (before, asked) => (isOf(asked?.queryKey, sides) ? before : undefined) },
    ),
  )
  const options = [
    { value: NOW, label: t('the page as it is now') },
    ...versions
      .filter(({ id }) => id !== version.id)
      .map((one) => ({
        value: one.id,
        label: `${one.id === previous?.id ? t('the one before: ') : ''}${formats.dateTime(one.createdAt)}${one.name === null ? '' : ` (${one.name})`}`,
      })),
  ]
  /** The version that a block is put back from: this one where it holds the block, else the other. */
  const holderOf = (row: ChangeRow): string | null => {
    const isHere = isOlder ? row.inTo : row.inFrom
    return isHere ? version.id : otherId
  }
  const restore = async () => {
    setBusy(true)
    if (await restoreVersion(version)) onClose()
    setBusy(false)
  }
  const diff = query.data
  return (
    <>
      <header className="flex flex-col gap-3 border-b border-border p-4 pe-14">
        <div>
          <p className="truncate text-base font-semibold">{labelOf(version)}</p>
          <p className="text-sm text-text-muted">
            <time dateTime={version.createdAt}>{formats.dateTime(version.createdAt)}</time> ·{' '}
            {authorsOf(version)}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-sm text-text-muted">{t('Compared with')}</span>
          <Select
            label={t('Compared with')}
            value={other}
            options={options}
            onValueChange={setOther}
            className="max-w-full min-w-0 sm:max-w-80 [&>span:first-child]:truncate"
          />
          {canEdit && (
            <Button variant="primary" className="ms-auto" disabled={busy} onClick={() => void restore()}>
              <RotateCcw aria-hidden />
              {t('Restore this version')}
            </Button>
          )}
        </div>
      </header>
      <div role="status" className="px-4 pt-3 text-sm text-text-muted">
        {diff ? summaryOf(diff) : query.isPending ? t('Comparing…') : ''}
        {diff?.isRough &&
          t(
            ' · Some blocks are too different to compare word by word. They are shown as they were and as they are.',
          )}
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
        tabIndex={0}
        aria-label={t('What changed')}
        aria-busy={query.isPending}
        className="min-h-0 flex-1 overflow-y-auto p-4 focus-visible:-outline-offset-2"
      >
        {query.isPending ? (
          <div className="flex flex-col gap-3">
            {['w-1/2 h-7', 'w-full h-4', 'w-11/12 h-4', 'w-4/5 h-4', 'w-full h-4'].map((shape) => (
              <Skeleton key={shape} className={shape} />
            ))}
          </div>
        ) : query.isError ? (
          <ErrorState
            title={t('The versions could not be compared')}
            hint={wordsOf(query.error)}
            action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}
          />
        ) : (
          diff && (
            <DiffView
              key={`${other} ${full}`}
              diff={diff}
              {...(full ? {} : { onUnfold: () => setFull(true) })}
              {...(canEdit
                ? {
                    canRestore: (row: ChangeRow) => holderOf(row) !== null,
                    onRestoreBlock: (row: ChangeRow) => {
                      const holder = holderOf(row)
                      if (holder !== null) void restoreBlock(holder, row.id)
                    },
                  }
                : {})}
            />
          )
        )}
      </section>
    </>
  )
}
