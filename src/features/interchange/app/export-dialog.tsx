import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { sendFirst } from '@/editor/live/send-first'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Dialog, DialogContent, DialogFooter } from '@/ui/dialog'
import { Select } from '@/ui/select'
import { storeFile } from '@/ui/store-file'
import { toast } from '@/ui/toast'
import { fileNameOf, LEFT_OUT_LIST } from '../model'
import type { ExportChoice } from './export-choice'
import { exportChoices } from './export-choices'

export interface ExportDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  page: { id: string; title: string }
  /** The formats that draw the page. */
  drawn: readonly ExportChoice[]
}

/** What was chosen for each format, as long as the window is open. */
const initialOptions = (choices: readonly ExportChoice[]): Record<string, unknown> =>
  Object.fromEntries(choices.map(({ id, options }) => [id, options?.initial]))

/** Saves the newest state of a page, or of it and its sub-pages, as a file (product.md 9.5). */
export function ExportDialog({ open, onOpenChange, page, drawn }: ExportDialogProps) {
  const choices = useMemo(() => exportChoices(drawn), [drawn])
  const [format, setFormat] = useState('markdown')
  const [options, setOptions] = useState(() => initialOptions(choices))
  const [wantsSubPages, setWantsSubPages] = useState(false)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const tick = useId()
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const choice = choices.find(({ id }) => id === format)!
  const { label, hint, extension, takesSubPages } = choice
  const Panel = choice.options?.Panel
  const subPages = takesSubPages && wantsSubPages

  const change = (next: boolean) => {
    if (!next) stop.current?.abort()
    setProblem(null)
    onOpenChange(next)
  }

  const save = async () => {
    const abort = new AbortController()
    const { signal } = abort
    stop.current = abort
    setBusy(true)
    setDone(null)
    setProblem(null)
    try {
      const asked = { page, subPages, options: options[format], signal, onProgress: setDone }
      await sendFirst(signal)
      const { file, name, leftOut = 0, lacksSome } = await choice.make(asked)
      signal.throwIfAborted()
      storeFile(file, name ?? fileNameOf(page.title, extension))
      if (lacksSome)
        toast.error(
          t(
            'Exported as {label}, but not all of it could be read. “{list}” in the .zip names what is missing.',
            {
              label,
              list: LEFT_OUT_LIST,
            },
          ),
        )
      else
        toast.success(
          leftOut === 0
            ? t('Exported as {label}', { label })
            : t(
                'Exported as {label}. {leftOut, plural, one {One file is} other {# files are}} only linked to: export with sub-pages as a .zip to have all of them.',
                { label, leftOut },
              ),
        )
      onOpenChange(false)
    } catch (error) {
      if (!signal.aborted)
        setProblem(t('Failed to export {label}. {message}', { label, message: (error as Error).message }))
    } finally {
      setBusy(false)
    }
  }

  const words = t('Exporting {title}…', { title: page.title || t('Untitled') })
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent
        title={t('Export')}
        description={t('Save “{title}” as a file.', { title: page.title || t('Untitled') })}
      >
        <Select
          label={t('Format')}
          value={format}
          options={choices.map(({ id, label }) => ({ value: id, label }))}
          onValueChange={setFormat}
          disabled={busy}
        />
        <p className="mt-2 text-sm text-text-muted">{hint}</p>
        {takesSubPages && (
          <label htmlFor={tick} className="mt-3 flex items-center gap-2 text-sm">
            <Checkbox id={tick} checked={wantsSubPages} disabled={busy} onCheckedChange={setWantsSubPages} />
            {t('With its sub-pages, images and files, as a .zip')}
          </label>
        )}
        {Panel && (
          <div className="mt-3">
            <Panel
              value={options[format]}
              onChange={(next) => setOptions((all) => ({ ...all, [format]: next }))}
              disabled={busy}
            />
          </div>
        )}
        {busy && (
          <progress
            className="mt-4 h-1.5 w-full overflow-hidden rounded-full accent-accent"
            aria-label={words}
            {...(done === null ? {} : { value: done, max: 1 })}
          />
        )}
        <div role="alert" className="text-danger text-sm not-empty:mt-3">
          {problem}
        </div>
        <DialogFooter>
          <Button onClick={() => change(false)}>{t('Cancel')}</Button>
          <Button variant="primary" disabled={busy} onClick={() => void save()}>
            {busy ? t('Exporting…') : t('Export')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
