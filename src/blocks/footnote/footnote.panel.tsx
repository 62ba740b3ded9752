import { useId, useState } from 'react'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { AtomPanel } from '../kit/atom-panel'
import type { BlockPanelProps } from '../kit/living-kind'

/** The text of a footnote. One that says nothing goes. */
export default function FootnotePanel({
  editor,
  pos,
  setAttributes,
  remove,
  onDone,
  onTakeBack,
}: BlockPanelProps) {
  /** What it says on the page now: others may have written in it since the panel was opened. */
  const standing = () => String(editor.state.doc.nodeAt(pos)?.attrs.note ?? '')
  const [before] = useState(standing)
  const [note, setNote] = useState(before)
  const id = useId()
  const finish = (typed: string) => {
    const now = editor.state.doc.nodeAt(pos)
    const text = (typed === before ? standing() : typed).trim()
    if (text === '' && now?.type.name === 'footnote') {
      remove('footnote')
      return onDone()
    }
    setAttributes(['footnote'], { note: text })
    onDone()
  }
  return (
    <AtomPanel
      editor={editor}
      pos={pos}
      label={t('Footnote')}
      className="text-panel"
      onCancel={() => (onTakeBack && standing() === '' ? onTakeBack() : finish(before))}
      onLeave={() => finish(note)}
    >
      <label className="sr-only" htmlFor={id}>
        {t('Text of the footnote')}
      </label>
      <textarea
        id={id}
        className="text-panel-field"
        rows={3}
        maxLength={10_000}
        dir="auto"
        placeholder={t('Write the footnote')}
        aria-describedby={`${id}-hint`}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          finish(note)
        }}
      />
      <div className="text-panel-foot">
        <p id={`${id}-hint`} className="text-panel-hint">
          {t('**bold**, *italic* and [links](https://…) work here')}
        </p>
        <Button variant="primary" size="sm" onClick={() => finish(note)}>
          {t('Done')}
        </Button>
      </div>
    </AtomPanel>
  )
}
