import { FileUp } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { cn } from '@/ui/cn'
import { Dialog, DialogContent, DialogFooter } from '@/ui/dialog'
import { fileTooLarge, IMPORT_EXTENSIONS, type ImportAnswer, mostBytesOf } from '../model'
import { PlacePicker } from './place-picker'
import { type Imported, Receipt } from './receipt'
import { type ImportPlace, type ImportProgress, sendFile } from './send-file'

type State =
  | { step: 'choose'; problem: string | null }
  | { step: 'working'; name: string; at: number; of: number; progress: ImportProgress }
  | { step: 'done'; imported: Imported[] }

export interface ImportDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  /** The page under which the new ones go at first; null for the top level. */
  parentDocumentId: string | null
  /** Called when there is a new page, to bring lists up to date. */
  onImported(answer: ImportAnswer): void
  onOpenPage(documentId: string): void
}

/** Makes pages of files (product.md 5.3, rulings 6), one after the other, and says what became of everything in them. */
export function ImportDialog({
  open,
  onOpenChange,
  parentDocumentId,
  onImported,
  onOpenPage,
}: ImportDialogProps) {
  const [state, setState] = useState<State>({ step: 'choose', problem: null })
  const [place, setPlace] = useState<ImportPlace>({ parentDocumentId })
  const stop = useRef<AbortController | null>(null)
  // Leaving the screen is leaving the import.
  useEffect(() => () => stop.current?.abort(), [])

  const change = (next: boolean) => {
    if (!next) stop.current?.abort()
    if (!next) setState({ step: 'choose', problem: null })
    onOpenChange(next)
  }

  const start = async (files: readonly File[]) => {
    if (files.length === 0) return
    const abort = new AbortController()
    stop.current = abort
    const imported: Imported[] = []
    for (const [at, file] of files.entries()) {
      const { name } = file
      const show = (progress: ImportProgress) =>
        setState({ step: 'working', name, at: at + 1, of: files.length, progress })
      show({ phase: 'sending', part: 0 })
      const result = await importOne(file, place, abort.signal, show)
      imported.push({ name, ...result })
      if ('answer' in result) onImported(result.answer)
      if (abort.signal.aborted) break
    }
    const [only] = imported
    const made = imported.some((one) => 'answer' in one)
    if (made) setState({ step: 'done', imported })
    else if (abort.signal.aborted) setState({ step: 'choose', problem: null })
    else if (imported.length === 1 && only && 'problem' in only)
      setState({ step: 'choose', problem: only.problem })
    else setState({ step: 'done', imported })
  }

  const first = state.step === 'done' ? state.imported.find((one) => 'answer' in one) : undefined
  const firstPage = first && 'answer' in first ? first.answer.document.id : null
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent
        title={t('Import')}
        description={state.step === 'done' ? undefined : t('Each file becomes a page.')}
        className="max-w-lg"
      >
        {state.step === 'choose' && (
          <>
            <PlacePicker place={place} onChange={setPlace} />
            <ChooseFiles problem={state.problem} onFiles={(files) => void start(files)} />
          </>
        )}
        {state.step === 'working' && <Working {...state} onCancel={() => stop.current?.abort()} />}
        {state.step === 'done' && (
          <>
            <Receipt imported={state.imported} />
            <DialogFooter>
              <Button onClick={() => setState({ step: 'choose', problem: null })}>{t('Import more')}</Button>
              {firstPage !== null && (
                <Button
                  variant="primary"
                  onClick={() => {
                    change(false)
                    onOpenPage(firstPage)
                  }}
                >
                  {t('Open page')}
                </Button>
              )}
            </DialogFooter>
          </>
        )}
      </DialogContent>
    </Dialog>
  )
}

async function importOne(
  file: File,
  place: ImportPlace,
  signal: AbortSignal,
  onProgress: (progress: ImportProgress) => void,
): Promise<{ answer: ImportAnswer } | { problem: string }> {
  if (file.size > mostBytesOf(file.name)) return { problem: fileTooLarge(file.name) }
  try {
    return { answer: await sendFile(file, { ...place, signal, onProgress }) }
  } catch (error) {
    return { problem: signal.aborted ? t('Canceled. Nothing was imported.') : (error as Error).message }
  }
}

function ChooseFiles({
  problem,
  onFiles,
}: {
  problem: string | null
  onFiles(files: readonly File[]): void
}) {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const hint = useId()
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(inside)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the button inside */}
      <div
        className={cn(
          'flex flex-col items-center gap-3 rounded-popover border border-border-strong border-dashed px-4 py-8 text-center',
          over && 'border-accent bg-accent-soft',
        )}
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event)
          onFiles([...event.dataTransfer.files])
        }}
      >
        <FileUp aria-hidden className="size-6 text-text-muted" />
        <Button variant="primary" aria-describedby={hint} onClick={() => input.current?.click()}>
          {t('Choose files')}
        </Button>
        <p id={hint} className="max-w-xs text-sm text-text-muted text-balance">
          {t(
            'or drop them here: Markdown, HTML, Word, CSV, text, JSON, or a .zip of these, also from Notion and Outline',
          )}
        </p>
        <input
          ref={input}
          type="file"
          multiple
          className="sr-only"
          tabIndex={-1}
          aria-label={t('File to import')}
          accept={IMPORT_EXTENSIONS.join(',')}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            // So that choosing the same file again is noticed.
            event.target.value = ''
            onFiles(files)
          }}
        />
      </div>
      <div role="alert" className="text-danger text-sm not-empty:mt-3">
        {problem}
      </div>
    </>
  )
}

interface WorkingProps {
  name: string
  at: number
  of: number
  progress: ImportProgress
  onCancel(): void
}

function Working({ name, at, of, progress, onCancel }: WorkingProps) {
  const isSending = progress.phase === 'sending'
  const part = isSending ? progress.part : progress.pages > 1 ? progress.done / progress.pages : null
  const words = isSending ? t('Sending {name}…', { name }) : t('Reading {name}…', { name })
  return (
    <div className="flex flex-col gap-3" role="status" aria-live="polite">
      <p className="truncate">{words}</p>
      <progress
        className="h-1.5 w-full overflow-hidden rounded-full accent-accent"
        aria-label={words}
        {...(part === null ? {} : { value: part, max: 1 })}
      />
      <p className="min-h-5 text-sm text-text-muted tabular-nums">
        {[
          of > 1 ? t('File {at} of {of}', { at, of }) : '',
          !isSending && progress.pages > 1
            ? t('Page {done} of {pages}', { done: progress.done, pages: progress.pages })
            : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <DialogFooter>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </DialogFooter>
    </div>
  )
}
