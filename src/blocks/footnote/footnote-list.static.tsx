import { useContext } from 'react'
import { t } from '@/shared/i18n'
import type { InlineAtom } from '../kit/block'
import { StaticPartsContext } from '../kit/static-parts'

/** The notes at the foot of a page. Our importer leaves them out: the references hold them. */
export function FootnoteList({ notes }: { notes: ReadonlyMap<InlineAtom, number> }) {
  const parts = useContext(StaticPartsContext)
  return (
    <section className="footnotes" data-footnotes="" aria-label={t('Footnotes')}>
      <ol>
        {[...notes].map(([{ attributes }, number]) => {
          const note = String(attributes?.note ?? '')
          return (
            <li key={number} id={`footnote-${number}`} dir="auto">
              {parts?.note?.(note) ?? note}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
