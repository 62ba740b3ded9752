import { useNavigate } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { rpc } from '@/app/rpc'
import { type Block, plainTextOf } from '@/blocks'
import { type PageContent, proposedPage } from '@/document'
import { type LivePage, type Rescue, useStore } from '@/editor/live'
import { t } from '@/shared/i18n'
import { Banner } from '@/ui/banner'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { toast } from '@/ui/toast'
import { UNTITLED } from '../model'
import { reportFailure } from './report-failure'
import { useRefusedWords } from './unsaved-reasons'

export interface UnsavedWordsProps {
  title: string
  live: LivePage
}

/**
 * Offers words that are in no page and on no server, to copy or to keep as a page of one's own, until the person has
 * decided: what stood on the screen when the editor broke, and what was typed in a page that takes it no longer.
 */
export default function UnsavedWords({ title, live }: UnsavedWordsProps) {
  const rescue = useStore(live.rescue.state, null)
  const refused = useRefusedWords(live)
  const undecided = useStore(live.undecided, 0)
  if (rescue && rescue.stage !== 'opening') return <Rescued title={title} live={live} rescue={rescue} />
  if (!refused) return undecided > 0 ? <Undecided live={live} count={undecided} /> : null
  return (
    <Offer
      words={refused}
      // What was suggested is among the words that are nowhere else.
      contentOf={() => proposedPage(live.doc)}
      // The page itself goes with its copy: what is left of it is not there for this person.
      onDecided={(isLeft) => {
        live.discard()
        if (!isLeft) window.location.assign(live.access.get() === 'none' ? '/' : window.location.pathname)
      }}
    />
  )
}

/** Says that decisions were not taken in: what was accepted or rejected waits for somebody who may decide. */
function Undecided({ live, count }: { live: LivePage; count: number }) {
  return (
    <Strip
      tone="warning"
      action={
        <Button size="sm" variant="ghost" onClick={() => live.undecided.set(0)}>
          {t('Dismiss')}
        </Button>
      }
    >
      {t(
        'You can only suggest on this page now. {count, plural, one {A suggestion that you decided on is} other {# suggestions that you decided on are}} waiting again for somebody who can edit it.',
        { count },
      )}
    </Strip>
  )
}

function Rescued({ title, live, rescue }: UnsavedWordsProps & { rescue: Rescue }) {
  const { left, screen, stage } = rescue
  const isStuck = stage === 'stuck'
  const reload = isStuck && (
    <Button size="sm" onClick={() => window.location.reload()}>
      {t('Reload')}
    </Button>
  )
  if (left.length > 0) {
    return (
      <Offer
        words={
          isStuck
            ? t('Something keeps going wrong on this page, and some of what you typed could not be put back.')
            : t('Something went wrong on this page, and some of what you typed could not be put back.')
        }
        preview={plainTextOf([...left])}
        contentOf={() => ({ title: t('Kept from “{title}”', { title }), blocks: [...left] })}
        onDecided={() => live.rescue.dismiss()}
        more={reload}
      />
    )
  }
  return (
    <Strip
      tone="warning"
      action={
        <>
          <Copy contentOf={() => ({ title: '', blocks: [...screen] })}>{t('Copy what was on screen')}</Copy>
          {reload || (
            <Button size="sm" variant="ghost" onClick={() => live.rescue.dismiss()}>
              {t('Dismiss')}
            </Button>
          )}
        </>
      }
    >
      {isStuck
        ? t(
            'Something keeps going wrong on this page, so it can only be read for now. What you typed is in it.',
          )
        : t('Something went wrong on this page, so it was opened again. What you typed is in it.')}
    </Strip>
  )
}

interface OfferProps {
  words: string
  /** What it is about, where the page itself does not show it. */
  preview?: string
  contentOf(): PageContent
  /** The person has kept the words or let them go; `isLeft`: another page is being opened. */
  onDecided(isLeft: boolean): void
  more?: ReactNode
}

function Offer({ words, preview, contentOf, onDecided, more }: OfferProps) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()
  const keep = async () => {
    setBusy(true)
    try {
      const { title, blocks } = contentOf()
      const { id } = await rpc.document.create.mutate({ title: title || UNTITLED(), contentRich: blocks })
      onDecided(true)
      await navigate({ to: '/$documentId', params: { documentId: id } })
    } catch (error) {
      reportFailure(error, t('Failed to create a new note!'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Strip
      tone="danger"
      action={
        <>
          <Copy contentOf={contentOf}>{t('Copy')}</Copy>
          <Button size="sm" disabled={isBusy} onClick={() => void keep()}>
            {t('Keep as a page of my own')}
          </Button>
          {more}
          <Button size="sm" variant="ghost" className="text-danger" onClick={() => setAsking(true)}>
            {t('Discard')}
          </Button>
        </>
      }
    >
      {t('{words} Copy it, or keep it as a page of your own.', { words })}
      {preview && <q className="mt-0.5 line-clamp-3 whitespace-pre-line text-text-muted">{preview}</q>}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('Discard what you typed?')}
        description={t('It is nowhere but in this browser. This cannot be undone.')}
        confirmLabel={t('Discard')}
        danger
        onConfirm={() => onDecided(false)}
      />
    </Strip>
  )
}

function Strip({
  tone,
  action,
  children,
}: {
  tone: 'warning' | 'danger'
  action: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-label={t('Unsaved words')}>
      <Banner tone={tone} icon={<TriangleAlert aria-hidden />} action={action}>
        {children}
      </Banner>
    </section>
  )
}

function Copy({ contentOf, children }: { contentOf(): PageContent; children: ReactNode }) {
  return (
    <Button size="sm" onClick={() => void copy(contentOf())}>
      {children}
    </Button>
  )
}

async function copy({ title, blocks }: PageContent): Promise<void> {
  try {
    await navigator.clipboard.writeText(await textOf(title, blocks))
    toast.success(t('Copied'))
  } catch {
    toast.error(
      t('The browser did not allow copying. Select the text and copy it with the keyboard instead.'),
    )
  }
}

/** As Markdown; as plain words where that cannot be had (offline, or blocks that nothing can be made of). */
async function textOf(title: string, blocks: readonly Block[]): Promise<string> {
  try {
    const { markdownFromBlocks } = await import('@/blocks/markdown')
    return markdownFromBlocks(blocks, title || null)
  } catch {
    return [title, plainTextOf([...blocks])].filter(Boolean).join('\n\n')
  }
}
