import { Sparkles } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useActions } from '@/app/actions'
import type { Action } from '@/blocks/kit/action'
import { useEditorValue } from '@/blocks/kit/use-editor-value'
import type { OverlayProps } from '@/editor/contribution'
import { t } from '@/shared/i18n'
import { runLater } from '@/ui/run-later'
import { useStore } from '@/ui/use-store'
import { keptRun } from '../kept-run'
import { Copilot } from './copilot'
import { followChoice } from './copilot-choice'
import { copilotOn } from './copilot-on'

/** Offers words in an editor while the copilot is on and the page can be edited. After a reload the AI menu goes on where it was. */
export default function CopilotLayer({ editor, host }: OverlayProps) {
  const isOn = useStore(copilotOn)
  const isEditable = useEditorValue(editor, () => editor.isEditable)
  const documentId = host.page?.id ?? null
  const [copilot, setCopilot] = useState<Copilot | null>(null)
  useEffect(followChoice, [])
  useEffect(() => {
    const run = documentId !== null && isEditable ? keptRun(documentId) : null
    if (run)
      runLater(
        () => import('../open-ai-menu'),
        ({ openAiMenuAgain }) => openAiMenuAgain(editor, run),
      )
  }, [editor, documentId, isEditable])
  useEffect(() => {
    if (!isOn || !isEditable) return
    const opened = new Copilot(editor, documentId)
    setCopilot(opened)
    return () => {
      opened.close()
      setCopilot(null)
    }
  }, [editor, documentId, isOn, isEditable])
  useActions(useMemo(() => (copilot ? [askAction(copilot, editor)] : []), [copilot, editor]))
  return null
}

/** For the palette and the shortcut sheet; in the text, the copilot answers the keys itself. */
const askAction = (copilot: Copilot, editor: OverlayProps['editor']): Action => ({
  id: 'ai.complete',
  get label() {
    return t('Suggest the next words')
  },
  icon: Sparkles,
  keywords: ['ai', 'copilot', 'complete', 'continue'],
  shortcut: 'alt+\\',
  places: { palette: { group: 'Editor' } },
  command(target, apply) {
    if (target.editor?.editor !== editor) return false
    if (apply) {
      editor.view.focus()
      copilot.askNow()
    }
    return true
  },
})
