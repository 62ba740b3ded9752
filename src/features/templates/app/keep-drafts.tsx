import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failureWords, rpc, trpc } from '@/app/rpc'
import { inList } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'
import { templateOf } from '../model'
import { forgetDraft, keptDrafts, readDraft, writeDraft } from './playground'

/**
 * Offers somebody who has signed in to take along what was written on sample pages in this browser (rulings 1). Nothing is shown when
 * nothing was.
 */
export function KeepDrafts() {
  const [drafts, setDrafts] = useState(keptDrafts)
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const queries = useQueryClient()
  if (drafts.length === 0) return null

  const discard = () => {
    for (const { slug } of drafts) forgetDraft(localStorage, slug)
    setDrafts([])
    const undo = () => {
      for (const { slug, blocks } of drafts) writeDraft(localStorage, slug, blocks, [])
      setDrafts(drafts)
    }
    toast(t('What you wrote was discarded'), { action: { label: t('Undo'), onClick: undo } })
  }
  const keep = async () => {
    setBusy(true)
    try {
      let first: string | null = null
      for (const { slug } of drafts) {
        // More may have been written in another tab since these were read.
        const blocks = readDraft(localStorage, slug)
        if (blocks === null) continue
        const page = await rpc.document.create.mutate({
          title: titleOf(slug),
          icon: templateOf(slug)?.icon ?? null,
          contentRich: blocks,
        })
        first ??= page.id
        const isSame = JSON.stringify(readDraft(localStorage, slug)) === JSON.stringify(blocks)
        if (isSame) forgetDraft(localStorage, slug)
        setDrafts((before) => before.filter((draft) => draft.slug !== slug))
      }
      await queries.invalidateQueries({ queryKey: trpc.document.pathKey() })
      if (first) await navigate({ to: '/$documentId', params: { documentId: first } })
    } catch (error) {
      toast.error(failureWords(error, t('Failed to create a new note!')))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section
      aria-labelledby="keep-drafts"
      className="mx-auto mt-6 w-[calc(100%-3rem)] max-w-(--page-width) rounded-popover border border-border bg-surface p-4"
    >
      <h2 id="keep-drafts" className="font-semibold">
        {t('Keep what you wrote?')}
      </h2>
      <p className="mt-1 text-text-muted">
        {t(
          'You edited {titles}, and only this browser has it. Sheaf can make {count, plural, one {a page of it} other {# pages of them}}.',
          { titles: list(drafts.map(({ slug }) => titleOf(slug))), count: drafts.length },
        )}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="primary" disabled={busy} onClick={() => void keep()}>
          {drafts.length === 1 ? t('Keep as a page') : t('Keep as pages')}
        </Button>
        <Button disabled={busy} onClick={discard}>
          {t('Discard')}
        </Button>
      </div>
    </section>
  )
}

const titleOf = (slug: string): string => templateOf(slug)?.title ?? t('Untitled')

const list = (titles: string[]): string => inList(titles.map((title) => `“${title}”`))
