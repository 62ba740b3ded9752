import { Check, X } from 'lucide-react'
import type { WordPlace } from '@/document/review'
import { t } from '@/shared/i18n'
import { IconButton } from '@/ui/button'
import type { Right } from './deciding-right'
import { wordsOf } from './summary'

interface WordPlacesListProps {
  places: readonly WordPlace[]
  right: Right
  onDecide(place: WordPlace, isAccepted: boolean): void
}

/** What a suggestion would change, place by place, each with its own decision. */
export function WordPlacesList({ places, right, onDecide }: WordPlacesListProps) {
  return (
    <ul aria-label={t('Changes')} className="flex flex-col gap-1">
      {places.map((place, at) => {
        const words = place.changes.map(wordsOf).join(', ')
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place has no other name
          <li key={at} className="flex items-start gap-1">
            <span className="min-w-0 flex-1 py-1 break-words">{words}</span>
            {right === 'decide' && (
              <IconButton
                label={t('Accept: {summary}', { summary: words })}
                onClick={() => onDecide(place, true)}
              >
                <Check aria-hidden />
              </IconButton>
            )}
            <IconButton
              label={
                right === 'decide'
                  ? t('Reject: {summary}', { summary: words })
                  : t('Withdraw: {summary}', { summary: words })
              }
              onClick={() => onDecide(place, false)}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        )
      })}
    </ul>
  )
}
