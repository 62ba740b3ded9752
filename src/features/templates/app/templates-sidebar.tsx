import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useActions } from '@/app/actions'
import { useExpanded } from '@/features/pages/app/expanded'
import { PageTree } from '@/features/pages/app/page-tree'
import { templates } from '../model'

const EXPANDED_KEY = 'sheaf:templates-expanded'

const rows = templates.map((template, index) => ({
  id: template.slug,
  title: template.title,
  icon: template.icon,
  parentDocumentId: template.parent,
  position: String(index).padStart(4, '0'),
}))

/** The visitor's pages: the built-in ones, to be read only (product.md 6.2). */
export default function TemplatesSidebar() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { expanded, expand } = useExpanded(EXPANDED_KEY)
  useTemplateActions()
  return (
    <nav aria-label="Pages" className="flex flex-col gap-1">
      <p className="px-2 pt-2 text-xs font-medium text-text-faint">Sample pages</p>
      <PageTree
        label="Sample pages"
        pages={rows}
        expanded={expanded}
        onExpand={expand}
        currentId={decodeURIComponent(pathname.slice(1))}
        hrefOf={(slug) => `/${slug}`}
        onOpen={(slug) => void navigate({ to: '/$documentId', params: { documentId: slug } })}
      />
      <div className="mt-3 flex flex-wrap gap-x-3 gap-y-1 border-t border-border px-2 pt-3 text-xs text-text-muted">
        <Link to="/faq" className="rounded-control hover:text-text hover:underline coarse:py-2">
          Questions
        </Link>
        <Link to="/privacy" className="rounded-control hover:text-text hover:underline coarse:py-2">
          Privacy
        </Link>
        <Link to="/terms" className="rounded-control hover:text-text hover:underline coarse:py-2">
          Terms
        </Link>
      </div>
    </nav>
  )
}

/** Offers every template in the command palette. */
export function useTemplateActions(): void {
  const navigate = useNavigate()
  useActions(
    useMemo(
      () =>
        templates.map(({ slug, title, summary }) => ({
          id: `template.${slug}`,
          label: title,
          section: 'Sample pages',
          keywords: [summary],
          run: () => void navigate({ to: '/$documentId', params: { documentId: slug } }),
        })),
      [navigate],
    ),
  )
}
