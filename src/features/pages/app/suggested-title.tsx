import '@/editor/review/review.css'
import { Fragment } from 'react'
import { colorOf } from '@/document'
import { t } from '@/shared/i18n'
import type { TitlePiece } from './title-pieces'

/** What is suggested of the title, marked, below the title that one types in. */
export default function SuggestedTitle({ pieces }: { pieces: readonly TitlePiece[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      aria-label={t('Suggested title')}
      className="suggested-title mt-1 text-lg font-semibold break-words"
    >
      {pieces.map(({ text, inserted, deleted, author }, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other name
        if (author === null) return <Fragment key={at}>{text}</Fragment>
        const words = inserted ? (
          // biome-ignore lint/a11y/noRedundantRoles: programs that check pages do not know that it has this role
          <ins role="insertion" className="review-insert">
            {text}
          </ins>
        ) : (
          text
        )
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other name
            key={at}
            role="suggestion"
            className="review-words"
            style={{ '--review-author': colorOf(author) } as React.CSSProperties}
          >
            {deleted ? (
              // biome-ignore lint/a11y/noRedundantRoles: programs that check pages do not know that it has this role
              <del role="deletion" className="review-delete">
                {words}
              </del>
            ) : (
              words
            )}
          </span>
        )
      })}
    </div>
  )
}
