import { Trash2 } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { uploadFile } from '@/features/files/app/upload-file'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Dialog, DialogContent } from '@/ui/dialog'
import { passFocus } from '@/ui/pass-focus'
import { Tab, TabPanel, Tabs, TabsList } from '@/ui/tabs'
import { toast } from '@/ui/toast'
import { COVER_FITS, type Cover, type CoverFit, linkCover, readCover, withoutFit } from '../../cover/cover'
import type { PageDetail } from '../../model'
import { useUpdatePage } from '../use-pages'
import { DemosTab } from './demos-tab'
import { GalleryTab } from './gallery-tab'
import { GifsTab } from './gifs-tab'
import { LinkTab } from './link-tab'
import type { PendingCover } from './pending'
import { PreviewTab } from './preview-tab'
import { RecordTab } from './record-tab'
import { UploadTab } from './upload-tab'

export interface CoverPickerProps {
  open: boolean
  onOpenChange(open: boolean): void
  page: Pick<PageDetail, 'id' | 'coverImage' | 'coverFit' | 'backgroundGradient'>
}

const TABS = [
  ['gallery', () => t('Gallery')],
  ['upload', () => t('Upload')],
  ['link', () => t('Link')],
  ['gifs', () => t('GIFs')],
  ['screen-record', () => t('Record')],
  ['demos', () => t('Demos')],
  ['preview', () => t('Preview')],
] as const

/**
 * Where a cover is chosen (product.md 2.29, 4.5): gradients, colours, fit and the gradient behind apply at once; a file, a
 * link, a GIF, an icon or a demo waits until "Set Cover", or is discarded by "Cancel".
 */
export default function CoverPicker({ open, onOpenChange, page }: CoverPickerProps) {
  const [isRecording, setRecording] = useState(false)
  /** A recording was made that nobody has set yet: it is nowhere else. */
  const [isUnset, setUnset] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => ((isRecording || isUnset) && !next ? setAsking(true) : onOpenChange(next))}
    >
      <DialogContent title={t('Cover')} className="max-w-2xl">
        {open && (
          <Picker
            page={page}
            isRecording={isRecording}
            onRecording={setRecording}
            onUnset={setUnset}
            onDone={() => onOpenChange(false)}
          />
        )}
      </DialogContent>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('Discard the recording?')}
        description={t('What has been recorded until now is not kept.')}
        confirmLabel={t('Discard')}
        danger
        onConfirm={() => onOpenChange(false)}
      />
    </Dialog>
  )
}

interface PickerProps extends Pick<CoverPickerProps, 'page'> {
  isRecording: boolean
  onRecording(isRecording: boolean): void
  onUnset(isUnset: boolean): void
  onDone(): void
}

function Picker({ page, isRecording, onRecording, onUnset, onDone }: PickerProps) {
  const update = useUpdatePage()
  const [pending, setPending] = useState<PendingCover | null>(null)
  const [tab, setTab] = useState<string>('gallery')
  const [gifWords, setGifWords] = useState('')
  const [share, setShare] = useState<number | null>(null)
  const sending = useRef<AbortController | null>(null)
  const { tabs, setButton, passFocusTo } = useFocusOfPicker()
  useEffect(() => () => sending.current?.abort(), [])
  const isRecorded = pending?.kind === 'file' && pending.isRecorded === true
  useEffect(() => {
    onUnset(isRecorded)
    return () => onUnset(false)
  }, [isRecorded, onUnset])
  useEffect(() => {
    if (pending?.kind !== 'file') return
    return () => URL.revokeObjectURL(pending.url)
  }, [pending])

  const apply = (fields: { coverImage?: string; coverFit?: CoverFit; backgroundGradient?: string | null }) =>
    update.mutate({ id: page.id, ...fields })

  const set = async () => {
    if (!pending) return
    if (pending.kind === 'value') {
      apply({
        coverImage: pending.value,
        ...(pending.fit && { coverFit: pending.fit }),
        ...(pending.gradient !== undefined && { backgroundGradient: pending.gradient }),
      })
      return onDone()
    }
    sending.current = new AbortController()
    const { signal } = sending.current
    setShare(0)
    try {
      const stored = await uploadFile(pending.file, page.id, { signal, onProgress: setShare })
      apply({ coverImage: linkCover(stored.url, pending.type) })
      onDone()
    } catch (error) {
      if (!signal.aborted) toast.error(error instanceof Error ? error.message : String(error))
    } finally {
      if (!signal.aborted) setShare(null)
    }
  }
  const cancel = () => {
    sending.current?.abort()
    sending.current = null
    setShare(null)
    setPending(null)
    passFocusTo('tab')
  }
  const fit = (pending?.kind === 'value' && pending.fit) || (page.coverFit as CoverFit)
  const shown: Cover | null = pending
    ? pending.kind === 'file'
      ? { kind: 'media', type: pending.type, url: pending.url, background: null, fit: null }
      : readCover(pending.value)
    : page.coverImage === null
      ? null
      : readCover(page.coverImage)

  const choose = (next: PendingCover) => {
    setPending(next)
    setTab('preview')
    passFocusTo('set')
  }
  return (
    <>
      <Tabs value={tab} onValueChange={(next: string) => setTab(next)}>
        <TabsList ref={tabs} className="overflow-x-auto">
          {TABS.map(([value, label]) => (
            <Tab
              key={value}
              value={value}
              className="shrink-0"
              // Another tab would take what is being recorded away.
              disabled={isRecording && value !== 'screen-record'}
            >
              {label()}
            </Tab>
          ))}
        </TabsList>
        {/* What scrolls cuts off what stands over its edge: there is room for the ring of the focus. */}
        <div className="-mx-1 h-[min(25rem,55vh)] overflow-y-auto px-1 [scrollbar-gutter:stable]">
          <TabPanel value="gallery">
            <GalleryTab
              now={page.coverImage}
              onApply={(coverImage) => {
                setPending(null)
                apply({ coverImage })
              }}
              onChoose={choose}
            />
          </TabPanel>
          <TabPanel value="upload">
            <UploadTab onChoose={choose} />
          </TabPanel>
          <TabPanel value="link">
            <LinkTab onChoose={choose} />
          </TabPanel>
          <TabPanel value="gifs">
            <GifsTab typed={gifWords} onType={setGifWords} onChoose={choose} />
          </TabPanel>
          <TabPanel value="screen-record">
            <RecordTab onChoose={choose} onBusy={onRecording} />
          </TabPanel>
          <TabPanel value="demos">
            <DemosTab onChoose={choose} />
          </TabPanel>
          <TabPanel value="preview">
            <PreviewTab
              cover={shown}
              fit={fit}
              gradient={
                pending?.kind === 'value' && pending.gradient !== undefined
                  ? pending.gradient
                  : page.backgroundGradient
              }
              onFit={(coverFit) => {
                const own = page.coverImage === null ? null : withoutFit(page.coverImage)
                apply({ coverFit, ...(own !== null && own !== page.coverImage && { coverImage: own }) })
                if (pending?.kind === 'value') setPending({ ...pending, fit: coverFit })
              }}
              onGradient={(backgroundGradient) => {
                apply({ backgroundGradient })
                if (pending?.kind === 'value') setPending({ ...pending, gradient: backgroundGradient })
              }}
              fits={COVER_FITS}
            />
          </TabPanel>
        </div>
      </Tabs>
      <div className="mt-4 flex items-center justify-end gap-2 empty:hidden">
        {page.coverImage !== null && !pending && (
          <Button
            variant="ghost"
            className="me-auto text-danger"
            onClick={() => {
              passFocus('[data-head=cover]')
              const { id, coverImage } = page
              update.mutate({ id, coverImage: null })
              toast(t('Cover removed'), {
                action: { label: t('Undo'), onClick: () => update.mutate({ id, coverImage }) },
              })
            }}
          >
            <Trash2 aria-hidden />
            {t('Remove cover')}
          </Button>
        )}
        {share !== null && (
          <progress
            aria-label={t('Upload')}
            max={1}
            value={share}
            className="h-1.5 min-w-0 flex-1 accent-accent"
          />
        )}
        {/* While something is being recorded, what was chosen before is not what is about to be set. */}
        {pending && !isRecording && (
          <>
            <Button onClick={cancel}>{t('Cancel')}</Button>
            <Button ref={setButton} variant="primary" disabled={share !== null} onClick={() => void set()}>
              {t('Set Cover')}
            </Button>
          </>
        )}
      </div>
    </>
  )
}

/**
 * What is pressed to choose or to cancel goes away with it: the focus goes to what comes next, "Set Cover" or the shown
 * tab, before the window takes it to its own beginning.
 */
function useFocusOfPicker() {
  const tabs = useRef<HTMLDivElement>(null)
  const setButton = useRef<HTMLButtonElement>(null)
  const next = useRef<'set' | 'tab' | null>(null)
  useLayoutEffect(() => {
    const to =
      next.current === 'set'
        ? setButton.current
        : next.current === 'tab'
          ? tabs.current?.querySelector<HTMLElement>('[aria-selected=true]')
          : null
    if (!to) return
    next.current = null
    to.focus({ preventScroll: true })
  })
  return {
    tabs,
    setButton,
    passFocusTo(place: 'set' | 'tab') {
      next.current = place
    },
  }
}
