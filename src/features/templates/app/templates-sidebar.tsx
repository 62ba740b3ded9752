import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useActions } from '@/app/actions'
import { always } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'
import { templates } from '../model'
import { TemplateTree } from './template-tree'

/** The visitor's pages: the built-in ones, to be read only (product.md 6.2). */
export default function TemplatesSidebar() {
  useTemplateActions()
  return (
    <nav aria-label={t('Pages')} className="flex flex-col gap-1">
      <p className="px-2 pt-2 text-xs font-medium text-text-faint">{t('Sample pages')}</p>
      <TemplateTree />
      <div className="mt-3 flex flex-wrap gap-x-3 gap-y-1 border-t border-border px-2 pt-3 text-xs text-text-muted">
        <Link to="/faq" className="rounded-control hover:text-text hover:underline coarse:py-2">
          {t('Questions')}
        </Link>
        <Link to="/privacy" className="rounded-control hover:text-text hover:underline coarse:py-2">
          {t('Privacy')}
        </Link>
        <Link to="/terms" className="rounded-control hover:text-text hover:underline coarse:py-2">
          {t('Terms')}
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
          keywords: [summary],
          places: { palette: { group: 'Sample pages' } },
          command: always(() => void navigate({ to: '/$documentId', params: { documentId: slug } })),
        })),
      [navigate],
    ),
  )
}
