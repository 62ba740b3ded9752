import { t } from '@/shared/i18n'
import type { PageReview, ReviewEdit } from '../../model'
import { setAsideWords } from '../../model'

/** What a model would change, in the order of the page, and what of it cannot be. */
export function EditList({
  review: { edits, found, aside },
}: {
  review: { edits: readonly ReviewEdit[] } & Pick<PageReview, 'found' | 'aside'>
}) {
  if (edits.length === 0) return null
  const hidden = found + aside - edits.length
  return (
    <>
      <ul aria-label={t('Changes')} className="flex flex-col gap-2">
        {edits.map((edit) => (
          <Row key={edit.number} edit={edit} />
        ))}
      </ul>
      {hidden > 0 && (
        <p className="text-xs text-text-muted">
          {t('{count, plural, one {and # more change} other {and # more changes}}', { count: hidden })}
        </p>
      )}
    </>
  )
}

function Row({ edit: { reason, before, after, setAside } }: { edit: ReviewEdit }) {
  return (
    <li className="flex flex-col gap-1 rounded-control border border-border bg-surface-raised p-2.5 text-sm">
      {before !== '' && (
        <p className="line-clamp-3 break-words text-text-muted">
          <del>{before}</del>
        </p>
      )}
      {after !== '' && (
        <p className="line-clamp-4 break-words">
          <ins className="no-underline">{after}</ins>
        </p>
      )}
      {reason !== '' && <p className="break-words text-xs text-text-muted">{reason}</p>}
      {setAside !== null && <p className="text-xs text-warning">{setAsideWords(setAside)}</p>}
    </li>
  )
}
