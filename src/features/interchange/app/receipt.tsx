import { Check, CircleAlert, Replace, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { Trans } from '@/ui/trans'
import type { ImportAnswer, ImportReceipt } from '../model'

/** What became of one file. */
export type Imported = { name: string } & ({ answer: ImportAnswer } | { problem: string })

/** What an import did: what was kept, what became something else, what is gone (rulings 6). */
export function Receipt({ imported }: { imported: readonly Imported[] }) {
  return (
    <div className="flex flex-col gap-6 text-sm" role="status">
      {imported.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and their order never changes
        <section key={at} className="flex flex-col gap-3" aria-label={one.name}>
          {'answer' in one ? (
            <FileReceipt {...one.answer} />
          ) : (
            <p className="flex items-start gap-2">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
              <span>
                <strong className="font-semibold">{one.name}</strong>: {one.problem}
              </span>
            </p>
          )}
        </section>
      ))}
    </div>
  )
}

function FileReceipt({ document, receipt }: ImportAnswer) {
  return (
    <>
      <p>
        <Trans
          message="{pages, plural, one {# page imported: {title}} other {# pages imported: {title} and more}}, with {holdings}."
          values={{
            pages: receipt.pages,
            title: <strong className="font-semibold">{document.title || t('Untitled')}</strong>,
            holdings: holdings(receipt),
          }}
        />
      </p>
      {receipt.kept.length > 0 && (
        <Part icon={<Check aria-hidden className="text-success" />} title={t('Kept')}>
          {receipt.kept.map(({ what, count }) => (
            <Line key={what} count={count} what={what} />
          ))}
          {receipt.review.suggestions > 0 && (
            <Line count={receipt.review.suggestions} what={t('Suggestions')} />
          )}
          {receipt.review.discussions > 0 && <Line count={receipt.review.discussions} what={t('Comments')} />}
        </Part>
      )}
      {receipt.converted.length > 0 && (
        <Part icon={<Replace aria-hidden className="text-warning" />} title={t('Converted')}>
          {receipt.converted.map(({ what, into, count }) => (
            <Line key={`${what} ${into}`} count={count} what={`${what} → ${into}`} />
          ))}
        </Part>
      )}
      {receipt.dropped.length > 0 && (
        <Part icon={<X aria-hidden className="text-danger" />} title={t('Left out')}>
          {receipt.dropped.map(({ what, count }) => (
            <Line key={what} count={count} what={what} />
          ))}
        </Part>
      )}
    </>
  )
}

function holdings({ kept, files }: ImportReceipt): string {
  const blocks = kept.reduce((sum, { count }) => sum + count, 0)
  return files > 0
    ? t(
        '{blocks, plural, one {# block} other {# blocks}} and {files, plural, one {# file} other {# files}}',
        { blocks, files },
      )
    : t('{blocks, plural, one {# block} other {# blocks}}', { blocks })
}

function Part({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 flex items-center gap-2 font-medium [&_svg]:size-4">
        {icon}
        {title}
      </h3>
      <ul className="ps-6 text-text-muted">{children}</ul>
    </section>
  )
}

function Line({ what, count }: { what: string; count: number }) {
  return (
    <li className="flex justify-between gap-4">
      <span className="min-w-0 break-words">{what}</span>
      <span className="tabular-nums">{inFigures(count)}</span>
    </li>
  )
}
