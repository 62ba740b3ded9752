import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { useEffect, useMemo, useState } from 'react'
import { plainTextOf } from '@/blocks/plain-text'
import { language, t } from '@/shared/i18n'
import { Dialog, DialogContent } from '@/ui/dialog'
import { templates } from '../../model'
import { templateContent } from '../template-content'
import { SAMPLE_SEARCH, type SampleHit, searchSamples } from './sample-search'

/** What the search demo opens: a field, and up to eight pages with the words around what was found. */
export default function SearchDemoWindow({ open, onClose }: { open: boolean; onClose(): void }) {
  const [typed, setTyped] = useState('')
  const settled = useSettled(typed)
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: pages, isError } = useQuery({
    queryKey: ['sample pages as text', language()],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () =>
      Promise.all(
        templates.map(async ({ slug, title, icon }) => ({
          slug,
          title,
          icon,
          text: plainTextOf(await client.fetchQuery(templateContent(slug))),
        })),
      ),
  })
  const hits = useMemo(() => searchSamples(pages ?? [], settled), [pages, settled])
  // Enter opens the first of what is there, unless another one was chosen.
  const [chosen, setChosen] = useState({ words: '', slug: '' })
  const isThere = chosen.words === settled && hits.some(({ slug }) => slug === chosen.slug)
  const selected = isThere ? chosen.slug : (hits[0]?.slug ?? '')
  const isPending = pages === undefined || settled !== typed
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        bare
        hideClose
        title={t('Search the sample pages')}
        className="top-[12dvh] max-w-xl translate-y-0 overflow-hidden"
      >
        <Command
          shouldFilter={false}
          loop
          label={t('Search the sample pages')}
          value={selected}
          onValueChange={(slug) => setChosen({ words: settled, slug })}
        >
          <Command.Input
            value={typed}
            onValueChange={setTyped}
            placeholder={t('Try “toggel” or “bold”')}
            className="h-11 w-full border-b border-border bg-transparent px-4 text-sm outline-none focus-visible:outline-none"
          />
          <Command.List className="max-h-[min(26rem,60dvh)] scroll-py-1 overflow-y-auto p-1">
            {hits.map((hit) => (
              <Command.Item
                key={hit.slug}
                value={hit.slug}
                onSelect={() => {
                  onClose()
                  void navigate({ to: '/$documentId', params: { documentId: hit.slug } })
                }}
                className="flex cursor-default gap-2 rounded-control px-2 py-1.5 text-sm coarse:min-h-11 data-[selected=true]:bg-hover"
              >
                <span aria-hidden className="w-5 text-center">
                  {hit.icon}
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{hit.title}</span>
                  <span className="line-clamp-2 text-xs text-text-muted">
                    <Marked {...hit} />
                  </span>
                </span>
              </Command.Item>
            ))}
            {hits.length === 0 && (
              <p className="px-3 py-8 text-center text-sm text-text-muted">
                {isError
                  ? t('The sample pages could not be loaded.')
                  : typed.trim() === ''
                    ? t('Type a word that may be on one of the sample pages.')
                    : isPending
                      ? t('Searching…')
                      : t('No results found')}
              </p>
            )}
          </Command.List>
        </Command>
        <output className="sr-only">{isPending || settled.trim() === '' ? '' : countOf(hits.length)}</output>
      </DialogContent>
    </Dialog>
  )
}

const countOf = (hits: number) =>
  t('{count, plural, =0 {No pages found} one {# page found} other {# pages found}}', { count: hits })

/** What was typed, once it has not changed for a moment (product.md 9.1). */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), SAMPLE_SEARCH.debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

function Marked({ snippet, marks }: Pick<SampleHit, 'snippet' | 'marks'>) {
  const ends = [0, ...marks.flat(), snippet.length]
  return ends.slice(1).map((end, at) => {
    const text = snippet.slice(ends[at], end)
    const key = `${ends[at]}-${end}`
    return at % 2 === 1 ? (
      <mark key={key} className="rounded-[3px] bg-accent-soft text-text">
        {text}
      </mark>
    ) : (
      <span key={key}>{text}</span>
    )
  })
}
