import { Link } from '@tanstack/react-router'
import { t } from '@/shared/i18n'
import type { EmbeddedTemplate } from '../../../embedded'
import { MEANING_SEARCH } from './similarity'

interface MeaningResultProps {
  template: EmbeddedTemplate
  /** 0 to 1; none for what was found by its words. */
  similarity?: number
  /** Its place among the results, from 0: each appears a tenth of a second after the one before. */
  place: number
}

/** A template that was found: icon, title, path, two lines of its text, category and how near it is (product.md 2.47). */
export function MeaningResult({ template, similarity, place }: MeaningResultProps) {
  const { id, icon, title, path, content, category } = template
  return (
    <li
      className="motion-safe:animate-[appear_0.1s_ease-out_both]"
      style={{ animationDelay: `${place * 0.1}s` }}
    >
      <Link
        to="/$documentId"
        params={{ documentId: id }}
        className="flex gap-3 rounded-control border border-border bg-surface p-3 text-start no-underline hover:bg-hover"
      >
        <span aria-hidden className="text-lg leading-6">
          {icon}
        </span>
        <span className="flex min-w-0 flex-1 flex-col gap-1">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium text-text">{title}</span>
            <span className="rounded-full bg-hover px-2 text-xs text-text-muted">{category}</span>
          </span>
          <span className="text-xs text-text-muted">{path}</span>
          <span className="line-clamp-2 text-sm text-text-muted">{content}</span>
          {similarity !== undefined && <Relevance similarity={similarity} />}
        </span>
      </Link>
    </li>
  )
}

function Relevance({ similarity }: { similarity: number }) {
  const percent = Math.round(similarity * 100)
  return (
    <span className="flex items-center gap-2 text-xs text-text-muted">
      <span aria-hidden className="h-1.5 w-24 overflow-hidden rounded-full bg-pressed">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
      </span>
      {t('{percent}% relevant', { percent })}
      {similarity < MEANING_SEARCH.weak && <span>{t('weak match')}</span>}
    </span>
  )
}
