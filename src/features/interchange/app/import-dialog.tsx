import { FileUp } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { LIMITS } from '@/shared/limits'
import { Button } from '@/ui/button'
import { cn } from '@/ui/cn'
import { Dialog, DialogContent, DialogFooter } from '@/ui/dialog'
import { FILE_TOO_LARGE, IMPORT_EXTENSIONS, type ImportAnswer, ONE_FILE_ONLY } from '../model'
import { Receipt } from './receipt'
import { type ImportProgress, sendFile } from './send-file'

type State =
  | { step: 'choose'; problem: string | null }
  | { step: 'working'; name: string; progress: ImportProgress }
  | { step: 'done'; answer: ImportAnswer }

export interface ImportDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  /** The page under which the new one goes; null for the top level. */
  parentDocumentId: string | null
  /** Called when there is a new page, to bring lists up to date. */
  onImported(answer: ImportAnswer): void
  onOpenPage(documentId: string): void
}

/** Makes a page of one Markdown, HTML or text file (product.md 5.3) and says what became of everything in it. */
export function ImportDialog({
  open,
  onOpenChange,
  parentDocumentId,
  onImported,
  onOpenPage,
}: ImportDialogProps) {
  const [state, setState] = useState<State>({ step: 'choose', problem: null })
  const stop = useRef<AbortController | null>(null)
  // Leaving the screen is leaving the import.
  useEffect(() => () => stop.current?.abort(), [])

  const change = (next: boolean) => {
    if (!next) stop.current?.abort()
    if (!next) setState({ step: 'choose', problem: null })
    onOpenChange(next)
  }

  const start = async (files: readonly File[]) => {
    const [file, second] = files
    if (!file) return
    const problem = second ? ONE_FILE_ONLY : file.size > LIMITS.importFile ? FILE_TOO_LARGE : null
    if (problem) {
      setState({ step: 'choose', problem })
      return
    }
    const abort = new AbortController()
    stop.current = abort
    setState({ step: 'working', name: file.name, progress: { phase: 'sending', part: 0 } })
    try {
      const answer = await sendFile(file, {
        parentDocumentId,
        signal: abort.signal,
        onProgress: (progress) => setState({ step: 'working', name: file.name, progress }),
      })
      onImported(answer)
      setState({ step: 'done', answer })
    } catch (error) {
      if (abort.signal.aborted) setState({ step: 'choose', problem: null })
      else setState({ step: 'choose', problem: (error as Error).message })
    }
  }

  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent
        title="Import"
        description={state.step === 'done' ? undefined : 'One Markdown, HTML or text file becomes one page.'}
      >
        {state.step === 'choose' && (
          <ChooseFile problem={state.problem} onFiles={(files) => void start(files)} />
        )}
        {state.step === 'working' && (
          <Working name={state.name} progress={state.progress} onCancel={() => stop.current?.abort()} />
        )}
        {state.step === 'done' && (
          <>
            <Receipt answer={state.answer} />
            <DialogFooter>
              <Button onClick={() => setState({ step: 'choose', problem: null })}>Import another file</Button>
              <Button
                variant="primary"
                onClick={() => {
                  change(false)
                  onOpenPage(state.answer.document.id)
                }}
              >
                Open page
              </Button>
            </DialogFooter>
          </>
        )}
      </DialogContent>
    </Dialog>
  )
}

function ChooseFile({ problem, onFiles }: { problem: string | null; onFiles(files: readonly File[]): void }) {
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
          Choose a file
        </Button>
        <p id={hint} className="text-sm text-text-muted">
          or drop it here: .md, .mdx, .html or .txt, up to {LIMITS.importFile / 1024 / 1024} MB
        </p>
        <input
          ref={input}
          type="file"
          className="sr-only"
          tabIndex={-1}
          aria-label="File to import"
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

function Working({ name, progress, onCancel }: { name: string; progress: ImportProgress; onCancel(): void }) {
  const part = progress.phase === 'sending' ? progress.part : null
  const words = part === null ? `Reading ${name}…` : `Sending ${name}…`
  return (
    <div className="flex flex-col gap-3" role="status" aria-live="polite">
      <p className="truncate">{words}</p>
      <progress
        className="h-1.5 w-full overflow-hidden rounded-full accent-accent"
        aria-label={words}
        {...(part === null ? {} : { value: part, max: 1 })}
      />
      <DialogFooter>
        <Button onClick={onCancel}>Cancel</Button>
      </DialogFooter>
    </div>
  )
}
