import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useExpanded } from '@/features/pages/app/expanded'
import { PageTree } from '@/features/pages/app/page-tree'
import { t } from '@/shared/i18n'
import { pathTo, templates } from '../model'

const EXPANDED_KEY = 'sheaf:templates-expanded'

const rows = templates.map((template, index) => ({
  id: template.slug,
  title: template.title,
  icon: template.icon,
  parentDocumentId: template.parent,
  position: String(index).padStart(4, '0'),
}))

/** The built-in pages as a tree, to be read only (product.md 6.2). */
export function TemplateTree() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { expanded, expand } = useExpanded(EXPANDED_KEY)
  const current = decodeURIComponent(pathname.slice(1))
  // The way to the page that is opened; closing it again stays the person's choice.
  useEffect(() => {
    const above = pathTo(current).slice(0, -1)
    if (above.length > 0)
      expand(
        above.map(({ slug }) => slug),
        true,
      )
  }, [current, expand])
  return (
    <PageTree
      label={t('Sample pages')}
      pages={rows}
      expanded={expanded}
      onExpand={expand}
      currentId={current}
      hrefOf={(slug) => `/${slug}`}
      onOpen={(slug) => void navigate({ to: '/$documentId', params: { documentId: slug } })}
    />
  )
}
