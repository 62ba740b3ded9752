import type { ReactNode } from 'react'
import { t } from '@/shared/i18n'
import { indent } from '../kit/attributes'
import { blockData, type StaticProps } from '../kit/define-block'
import { depthsOf, headingsOf, NO_HEADINGS_READ_ONLY } from './headings'

/** The table of contents of a page that is only read. Its links lead to the ids that headings carry there. */
export function TableOfContentsStatic({ block, page }: StaticProps): ReactNode {
  const headings = headingsOf(page)
  const depths = depthsOf(headings.map(({ level }) => level))
  return (
    <nav
      aria-label={t('Table of contents')}
      {...blockData('tableOfContents', { indent }, { ...block.attributes, id: block.id })}
    >
      {headings.length === 0 ? (
        <p className="toc-empty">{NO_HEADINGS_READ_ONLY()}</p>
      ) : (
        <ul className="toc-list">
          {headings.map(({ id, text }, index) => (
            <li key={id || index} className="toc-item" data-depth={Math.min(depths[index]!, 5)}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}
