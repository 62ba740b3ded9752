import { Command } from 'cmdk'
import { FileText, RotateCw } from 'lucide-react'
import { failureWords } from '@/app/rpc'
import { PageSign } from '@/blocks/icon/page-sign'
import { UNTITLED } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import type { SearchResult } from '../model'
import { Marked } from './marked'
import { hitValue } from './palette-items'

interface SearchHitsProps {
  heading: string
  results: readonly SearchResult[]
  /** They answer what was typed before. */
  isStale: boolean
  error: unknown
  onOpen(result: SearchResult): void
  onRetry(): void
  groupClass: string
}

export const RETRY_VALUE = 'retry search'

/** Pages that were found: title, where the page lies, and the words around what was found. */
export function SearchHits({
  heading,
  results,
  isStale,
  error,
  onOpen,
  onRetry,
  groupClass,
}: SearchHitsProps) {
  return (
    <Command.Group heading={heading} className={groupClass}>
      {error !== null && (
        <Command.Item
          value={RETRY_VALUE}
          onSelect={onRetry}
          className="flex min-h-9 cursor-default items-center gap-2 rounded-control px-2 py-1 text-sm data-[selected=true]:bg-hover"
        >
          <RotateCw aria-hidden className="size-4 shrink-0 text-danger" />
          <span className="min-w-0 flex-1">
            {failureWords(error, t('Failed to perform search. Please try again.'))}
          </span>
          <span className="shrink-0 font-medium">{t('Try again')}</span>
        </Command.Item>
      )}
      {results.map((result) => (
        <Command.Item
          key={result.id}
          value={hitValue(result.id)}
          disabled={isStale}
          onSelect={() => onOpen(result)}
          className="flex cursor-default data-[disabled=true]:opacity-60 gap-2 rounded-control px-2 py-1.5 text-sm data-[selected=true]:bg-hover"
        >
          <span className="flex h-5 w-4 shrink-0 items-center justify-center" aria-hidden>
            <PageSign icon={result.icon} empty={<FileText className="size-4 text-text-muted" />} />
          </span>
          <span className="min-w-0 flex-1">
            <span className="flex items-baseline gap-2">
              <span className="min-w-0 truncate">
                {result.title.text === '' ? UNTITLED() : <Marked {...result.title} />}
              </span>
              {result.parentTitle !== null && (
                <span className="max-w-40 shrink-0 truncate text-xs text-text-faint">
                  <span className="sr-only">{t('in')} </span>
                  {result.parentTitle || UNTITLED()}
                </span>
              )}
            </span>
            {result.snippet && (
              <span className="line-clamp-2 text-xs break-words text-text-muted">
                <Marked {...result.snippet} />
              </span>
            )}
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}
