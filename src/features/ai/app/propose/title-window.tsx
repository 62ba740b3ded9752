import { RotateCcw } from 'lucide-react'
import { useEffect } from 'react'
import { useUpdatePage } from '@/features/pages/app/use-pages'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { Button } from '@/ui/button'
import { Dialog, DialogContent } from '@/ui/dialog'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'
import { showApiSettings } from '../api-settings-window'
import { notSetUp } from '../not-set-up'
import { proposeTitles, useTitled } from './title-window-state'
import { useProposals } from './use-proposals'

const MOST = 3

/** Titles that a model proposes for a page: a press takes one, and nothing changes before. */
export default function TitleWindow() {
  const page = useTitled()
  // Here, since what is done after the window has closed is to be said too.
  const update = useUpdatePage()
  const take = (next: string) => {
    if (!page) return
    const { id, title } = page
    proposeTitles(null)
    update.mutate(
      { id, title: next.slice(0, LIMITS.title).toWellFormed() },
      {
        onSuccess: () =>
          toast.success(t('The title is now “{title}”', { title: next }), {
            action: { label: t('Undo'), onClick: () => update.mutate({ id, title }) },
          }),
      },
    )
  }
  return (
    <Dialog open={page !== null} onOpenChange={(open) => !open && proposeTitles(null)}>
      <DialogContent title={t('Suggest a title')} className="max-w-md">
        {page && <Titles key={page.id} onTake={take} />}
      </DialogContent>
    </Dialog>
  )
}

function Titles({ onTake }: { onTake(title: string): void }) {
  const { proposals, propose } = useProposals('title', MOST)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    void propose()
  }, [])
  const { kind } = proposals
  return (
    <div className="flex flex-col gap-3" aria-live="polite" aria-busy={kind === 'asking'}>
      {(kind === 'asking' || kind === 'none') && (
        <>
          <p className="text-text-muted">{t('Reading the page…')}</p>
          {['w-3/4', 'w-full', 'w-2/3'].map((shape) => (
            <Skeleton key={shape} className={`h-8 ${shape}`} />
          ))}
        </>
      )}
      {kind === 'proposed' && (
        <ul aria-label={t('Titles')} className="flex flex-col gap-1">
          {proposals.lines.map((line) => (
            <li key={line}>
              <Button
                className="h-auto min-h-9 w-full justify-start py-1.5 text-start whitespace-normal"
                onClick={() => onTake(line)}
              >
                {line}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {kind === 'failed' && <p className="text-danger">{proposals.why}</p>}
      {kind === 'not-set-up' && <p>{notSetUp()}</p>}
      <div className="flex justify-end gap-2">
        {kind === 'not-set-up' && (
          <Button
            onClick={() => {
              proposeTitles(null)
              showApiSettings(true)
            }}
          >
            {t('API Settings')}
          </Button>
        )}
        {(kind === 'proposed' || kind === 'failed') && (
          <Button variant="ghost" onClick={() => void propose()}>
            <RotateCcw aria-hidden />
            {kind === 'failed' ? t('Try again') : t('Suggest others')}
          </Button>
        )}
      </div>
    </div>
  )
}
