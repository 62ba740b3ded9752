import { Check, Copy, ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'
import { failureWords } from '@/app/rpc'
import { UnsavedGuard } from '@/app/unsaved-guard'
import type { PageDetail } from '@/features/pages/model'
import ShareTab from '@/features/share/app/share-tab'
import { t } from '@/shared/i18n'
import { Button, buttonClass, IconButton } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { Input } from '@/ui/field'
import { ButtonPopover } from '@/ui/popover'
import type { Popup } from '@/ui/popup-button'
import { Skeleton } from '@/ui/skeleton'
import { Tab, TabPanel, Tabs, TabsList } from '@/ui/tabs'
import { toast } from '@/ui/toast'
import { type PublishSettings, publicPath } from '../model'
import { type Draft, isChanged } from './publish-draft'
import { PublishForm } from './publish-form'
import { usePublish, usePublishSettings } from './use-publish'

/** How long "copied" is shown (product.md 9.7). */
const COPIED_MS = 2_000

type Shown = Pick<PageDetail, 'id' | 'title' | 'isPublished'>

interface Props {
  popup: Popup
  page: Shown
  /** What it opens with. */
  tab: 'publish' | 'share'
  mayPublish: boolean
}

/**
 * The popover of sharing and publishing (product.md 2.36): who has the page, and how it is shown to everybody. What is not saved of
 * that outlives closing it.
 */
export default function PublishPanel({ popup, page, tab, mayPublish }: Props) {
  const query = usePublishSettings(page.id, mayPublish)
  const [draft, setDraft] = useState<Draft | null>(null)
  return (
    <>
      <UnsavedGuard enabled={draft !== null && query.data !== undefined && isChanged(draft, query.data)} />
      <ButtonPopover
        popup={popup}
        align="end"
        label={tab === 'publish' ? t('Publish') : t('Share')}
        className="w-[26rem] p-0 text-start"
      >
        <Tabs defaultValue={tab}>
          <TabsList className="px-2 pt-1">
            <Tab value="share">{t('Share')}</Tab>
            {mayPublish && <Tab value="publish">{t('Publish')}</Tab>}
          </TabsList>
          <TabPanel value="share" className="p-3">
            <ShareTab id={page.id} />
          </TabPanel>
          <TabPanel value="publish" className="p-3">
            {query.data ? (
              <Publish page={page} settings={query.data} draft={draft} onDraft={setDraft} />
            ) : query.error ? (
              <ErrorState
                title={failureWords(query.error, t('How this page is published could not be loaded'))}
                action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}
              />
            ) : (
              <div className="flex flex-col gap-3" aria-busy>
                <Skeleton className="h-5 w-2/3" />
                <Skeleton className="h-8" />
              </div>
            )}
          </TabPanel>
        </Tabs>
      </ButtonPopover>
    </>
  )
}

interface PublishProps {
  page: Shown
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
              ? t('Everybody can read this page, because “{title}” is published with the pages inside it.', {
                  title: settings.shownBy.title,
                })
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
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => void toast.error(t('The link could not be copied.'), { description: link }),
    )
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
