import { inList } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import type { MovePreview } from '../model'
import { useMoveQuestion } from './move-question'

/** Says who gains and who loses a page by a move, and moves it when that is wanted. */
export default function MoveQuestionWindow() {
  const question = useMoveQuestion()
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={(open) => !open && question?.answer(false)}
      title={t(
        '{pages, plural, one {Other people will see this page} other {Other people will see these pages}}',
        { pages: question?.pages ?? 1 },
      )}
      description={question && <Changes preview={question.preview} />}
      confirmLabel={t('Move')}
      onConfirm={() => question?.answer(true)}
    />
  )
}

function Changes({ preview }: { preview: MovePreview }) {
  const { gains, loses, moreGains, moreLoses, link } = preview
  return (
    <span className="flex flex-col gap-1">
      {gains.length + moreGains > 0 && (
        <span>{t('They can open it there: {people}', { people: listOf(gains, moreGains) })}</span>
      )}
      {loses.length + moreLoses > 0 && (
        <span>{t('They no longer can: {people}', { people: listOf(loses, moreLoses) })}</span>
      )}
      {link === 'gained' && <span>{t('A secret link opens it there.')}</span>}
      {link === 'lost' && <span>{t('The secret link that opens it here does not open it there.')}</span>}
    </span>
  )
}

const listOf = (names: readonly string[], more: number): string =>
  inList([...names, ...(more > 0 ? [t('{more, plural, one {# more} other {# more}}', { more })] : [])])
