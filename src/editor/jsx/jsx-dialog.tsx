import { useState } from 'react'
import { blocksFromDoc } from '@/blocks'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/ui/dialog'
import { toast } from '@/ui/toast'
import type { PopupProps } from '../contribution'
import { jsxFromBlocks } from './page-jsx'

/** The page's value as JSX, to be copied (product.md 2.43, 8.14). */
export default function JsxDialog({ editor, onClose }: PopupProps) {
  const [jsx] = useState(() => {
    try {
      return jsxFromBlocks(blocksFromDoc(editor.state.doc))
    } catch {
      toast.error(t('Failed to export JSX value'))
      return null
    }
  })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(jsx ?? '')
      toast.success('JSX copied')
    } catch {
      toast.error(t('Failed to export JSX value'), {
        description: t('The browser did not allow copying. Select the text and copy it.'),
      })
    }
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('Page as JSX')} className="max-w-2xl">
        {jsx === null ? (
          <p role="alert">{t('Failed to export JSX value')}</p>
        ) : (
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
            tabIndex={0}
            className="max-h-[60vh] overflow-auto rounded-control bg-surface p-3 font-mono text-xs leading-relaxed"
          >
            {jsx}
          </pre>
        )}
        <DialogFooter>
          <Button variant="primary" disabled={jsx === null} onClick={() => void copy()}>
            {t('Copy')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
