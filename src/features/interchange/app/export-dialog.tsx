import { useEffect, useRef, useState } from 'react'
import { Button } from '@/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/ui/dialog'
import { Select, type SelectOption } from '@/ui/select'
import { toast } from '@/ui/toast'
import { EXPORT_FORMATS, type ExportFormatId, fileNameOf } from '../model'
import { errorIn } from './send-file'

const HINTS: Record<ExportFormatId, string> = {
  markdown: 'For other editors and for version control. Importing it again gives the same page.',
  html: 'One file with its styles inside, for reading and printing in any browser.',
}

const OPTIONS: readonly SelectOption<ExportFormatId>[] = EXPORT_FORMATS.map(({ id, label }) => ({
  value: id,
  label,
}))

export interface ExportDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  page: { id: string; title: string }
}

/** Saves the newest state of a page as a file (product.md 9.5). */
export function ExportDialog({ open, onOpenChange, page }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormatId>('markdown')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const { label, extension } = EXPORT_FORMATS.find(({ id }) => id === format)!

  const change = (next: boolean) => {
    if (!next) stop.current?.abort()
    setProblem(null)
    onOpenChange(next)
  }

  const save = async () => {
    const abort = new AbortController()
    stop.current = abort
    setBusy(true)
    setProblem(null)
    try {
      const file = await fetchExport(page.id, format, abort.signal)
      download(file, fileNameOf(page.title, extension))
      toast.success(`Exported as ${label}`)
      onOpenChange(false)
    } catch (error) {
      if (!abort.signal.aborted) setProblem(`Failed to export ${label}. ${(error as Error).message}`)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent title="Export" description={`Save “${page.title || 'Untitled'}” as a file.`}>
        <Select
          label="Format"
          value={format}
          options={OPTIONS}
          onValueChange={(value: ExportFormatId) => setFormat(value)}
          disabled={busy}
        />
        <p className="mt-2 text-sm text-text-muted">{HINTS[format]}</p>
        <div role="alert" className="text-danger text-sm not-empty:mt-3">
          {problem}
        </div>
        <DialogFooter>
          <Button onClick={() => change(false)}>Cancel</Button>
          <Button variant="primary" disabled={busy} onClick={() => void save()}>
            {busy ? 'Exporting…' : 'Export'}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

async function fetchExport(documentId: string, format: ExportFormatId, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(`/api/export/${format}?documentId=${encodeURIComponent(documentId)}`, {
    signal,
  }).catch((cause) => {
    throw new Error('The server can not be reached. Please try again.', { cause })
  })
  if (answer.ok) return answer.blob()
  // A gateway in between may answer without our words.
  const words = errorIn(await answer.json().catch(() => null))
  throw new Error(words ?? `The server answered ${answer.status}.`)
}

function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers take the file over a while after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
