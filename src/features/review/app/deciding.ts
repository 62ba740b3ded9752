import type { Described } from '@/document'
import { openPage } from '@/editor/open-pages'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import { isDecidable } from './deciding-right'
import type { PageSuggestions } from './page-suggestions'

/** Accepts or rejects suggestions; of several at once it is said, with a way back. */
export function decideAbout(page: PageSuggestions, some: readonly Described[], isAccepted: boolean): void {
  const { review, editor } = page
  if (!review || !isDecidable(page)) return
  review.decide(
    some.map(({ suggestionId }) => suggestionId),
    isAccepted ? 'accept' : 'reject',
  )
  if (some.length < 2) return
  const isLast = review.lastStep()
  const count = some.length
  toast.success(
    isAccepted
      ? t('{count, plural, one {# suggestion accepted} other {# suggestions accepted}}', { count })
      : t('{count, plural, one {# suggestion rejected} other {# suggestions rejected}}', { count }),
    {
      id: 'suggestions decided',
      action: {
        label: t('Undo'),
        onClick: () => {
          if (openPage()?.editor !== editor) return
          if (isLast()) editor.commands.undo()
          else toast(t('Something was changed since. Undo that first.'))
        },
      },
    },
  )
}
