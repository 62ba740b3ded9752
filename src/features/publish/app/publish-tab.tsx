import { Check, Copy, ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'
import { failureWords } from '@/app/rpc'
import type { PageDetail } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import { Button, buttonClass, IconButton } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { Input } from '@/ui/field'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'
import { type PublishSettings, publicPath } from '../model'
import type { Draft } from './publish-draft'
import { PublishForm } from './publish-form'
import { usePublish, type usePublishSettings } from './use-publish'

/** How long "copied" is shown (product.md 9.7). */
const COPIED_MS = 2_000

export type PublishedPage = Pick<PageDetail, 'id' | 'title' | 'isPublished'>

interface PublishTabProps {
  page: PublishedPage
  /** How it is published, as the server says. */
  query: ReturnType<typeof usePublishSettings>
  draft: Draft | null
  onDraft(draft: Draft | null): void
}

/** How a page is shown to everybody (product.md 2.36). What is not saved of it is kept by the panel, and outlives another tab. */
export default function PublishTab({ page, query, draft, onDraft }: PublishTabProps) {
  if (query.data) return <Publish page={page} settings={query.data} draft={draft} onDraft={onDraft} />
  if (query.isLoadingError)
    return (
      <ErrorState
        title={failureWords(query.error, t('How this page is published could not be loaded'))}
        action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}
      />
    )
  return (
    <div className="flex flex-col gap-3" aria-busy>
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-8" />
    </div>
  )
}

interface PublishProps {
  page: PublishedPage
  settings: PublishSettings
  draft: Draft | null
  onDraft(draft: Draft | null): void
}

function Publish({ page, settings, draft, onDraft }: PublishProps) {
  const publish = usePublish(page.id)
  const isOver = settings.expiresAt !== null && Date.parse(settings.expiresAt) <= Date.now()
  const link = window.location.origin + publicPath(page.id, settings.slug)
  return (
    <div className="flex flex-col gap-4">
      {settings.isPublished ? (
        <div className="flex flex-col gap-2">
          {!isOver && <p className="font-medium">{t('This page is live on the web.')}</p>}
          <p className="text-text-muted">
            {isOver
              ? t('The time of this page is over: nobody sees it until you choose another.')
              : settings.hasPassword
                ? t('Anyone with the link and the password can read this page.')
                : t('Anyone with the link can read this page.')}
          </p>
          <ShownLink link={link} />
          <div className="flex gap-2">
            <a href={link} target="_blank" rel="noopener" className={buttonClass('primary', 'md')}>
              <ExternalLink aria-hidden />
              {t('View site')}
            </a>
            <Button disabled={publish.isPending} onClick={() => publish.mutate({ isPublished: false })}>
              {t('Unpublish')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-col gap-2">
          <p className="text-text-muted">
            {settings.shownBy
              ? settings.shownBy.title === null
                ? t(
                    'Everybody can read this page, because a page above it is published with the pages inside it.',
                  )
                : t(
                    'Everybody can read this page, because “{title}” is published with the pages inside it.',
                    {
                      title: settings.shownBy.title,
                    },
                  )
              : t(
                  'Anyone with the link can read the page, as it is now and as you keep writing. Comments, earlier versions and pages that are not published stay private.',
                )}
          </p>
          {settings.shownBy && <ShownLink link={window.location.origin + publicPath(page.id)} />}
        </div>
      )}
      <PublishForm
        page={page}
        settings={settings}
        draft={draft}
        onDraft={onDraft}
        onPublish={(changes) => publish.mutateAsync({ isPublished: true, ...changes })}
      />
    </div>
  )
}

function ShownLink({ link }: { link: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      // Without TLS there is no clipboard to ask.
      await navigator.clipboard.writeText(link)
      setCopied(true)
    } catch {
      toast.error(t('The link could not be copied.'), { description: link })
    }
  }
  return (
    <div className="flex items-center gap-1">
      <Input
        aria-label={t('Link to the published page')}
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <IconButton label={copied ? t('Copied') : t('Copy link')} size="md" onClick={() => void copy()}>
        {copied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
      </IconButton>
    </div>
  )
}
