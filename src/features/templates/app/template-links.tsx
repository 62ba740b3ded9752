import { Link } from '@tanstack/react-router'
import type { Template } from '../model'

/** Templates as a grid of cards. */
export function TemplateLinks({ templates }: { templates: readonly Template[] }) {
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {templates.map(({ slug, icon, title, summary }) => (
        <li key={slug}>
          <Link
            to="/$documentId"
            params={{ documentId: slug }}
            className="flex h-full gap-3 rounded-popover border border-border p-3 transition-colors duration-100 hover:bg-hover"
          >
            <span aria-hidden className="text-xl leading-6">
              {icon}
            </span>
            <span className="min-w-0">
              <span className="block font-medium">{title}</span>
              <span className="block text-text-muted">{summary}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
