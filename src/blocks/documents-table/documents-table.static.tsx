import { type ReactNode, useContext } from 'react'
import { t } from '@/shared/i18n'
import { safeUrl } from '@/shared/safe-url'
import { StaticPageIcon } from '../icon/page-icon.static'
import { blockData, type StaticProps } from '../kit/define-block'
import { StaticPartsContext } from '../kit/static-parts'
import { documentsTableAttributes, pagesInView, statusLabel, viewOf } from './sub-page-list'

/** What is said where there are no sub-pages (product.md 2.22). */
export const NO_PAGES = () => t('No pages inside')

/** The sub-pages that the renderer was given; without them only that there is such a list: it is live. */
export function DocumentsTableStatic({ block }: StaticProps): ReactNode {
  const parts = useContext(StaticPartsContext)
  const given = parts?.subPages
  const attributes = block.attributes ?? {}
  const pages = given && pagesInView(given, viewOf(attributes))
  return (
    <div {...blockData('documentsTable', documentsTableAttributes, { ...attributes, id: block.id })}>
      {!pages ? (
        <p className="sub-pages-note">{t('The pages inside this page are listed here.')}</p>
      ) : pages.length === 0 ? (
        <p className="sub-pages-note">{NO_PAGES()}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Title')}</th>
              <th scope="col">{t('Status')}</th>
              <th scope="col">{t('Labels')}</th>
              <th scope="col">{t('Updated')}</th>
            </tr>
          </thead>
          <tbody>
            {pages.map(({ path, title, icon, status, tags, updatedAt }) => (
              <tr key={path}>
                <td>
                  <span className="sub-page-icon">
                    <StaticPageIcon icon={icon} draw={(name) => parts?.icon?.(name) ?? null} />
                  </span>{' '}
                  <a href={safeUrl(path) ?? undefined}>{title || t('Untitled')}</a>
                </td>
                <td>{statusLabel(status)}</td>
                <td>{tags.join(', ')}</td>
                <td>
                  <time dateTime={updatedAt}>{updatedAt.slice(0, 10)}</time>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
