import { t } from '@/shared/i18n'
import 'katex/dist/katex.min.css'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/ui/button'
import { AtomPanel } from '../kit/atom-panel'
import type { BlockPanelProps } from '../kit/living-kind'
import { showEquation } from './show-equation.element'
import './equation.panel.css'

const KINDS = ['equation', 'inlineEquation']

/** The source of an equation, with what it looks like under it while it is typed. */
export default function EquationPanel({
  editor,
  pos,
  setAttributes,
  remove,
  onDone,
  onTakeBack,
}: BlockPanelProps) {
  const node = editor.state.doc.nodeAt(pos)
  const display = node?.type.name === 'equation'
  const [before] = useState(() => String(node?.attrs.texExpression ?? ''))
  const [tex, setTex] = useState(before)
  const [error, setError] = useState<string | null>(null)
  const preview = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    setError(showEquation(preview.current!, tex, display))
  }, [tex, display])

  /** What it says on the page now: others may have written in it since the panel was opened. */
  const standing = () => String(editor.state.doc.nodeAt(pos)?.attrs.texExpression ?? '')
  /** Keeps what was typed here; nothing typed leaves what stands there. An equation in a line that says nothing goes. */
  const finish = (typed: string) => {
    const now = editor.state.doc.nodeAt(pos)
    const source = typed === before ? standing() : typed
    if (source.trim() === '' && now?.type.name === 'inlineEquation') {
      remove('inlineEquation')
      return onDone()
    }
    setAttributes(KINDS, { texExpression: source.trim() })
    onDone()
  }
  return (
    <AtomPanel
      editor={editor}
      pos={pos}
      label={display ? t('Equation') : t('Inline equation')}
      className="text-panel"
      onCancel={() => (onTakeBack && standing() === '' ? onTakeBack() : finish(before))}
      onLeave={() => finish(tex)}
    >
      <label className="sr-only" htmlFor={id}>
        {t('TeX')}
      </label>
      <textarea
        id={id}
        className="text-panel-field"
        rows={display ? 3 : 2}
        spellCheck={false}
        autoComplete="off"
        placeholder={display ? '\\int_0^1 x^2 \\, dx = \\frac{1}{3}' : 'e^{i\\pi} + 1 = 0'}
        aria-invalid={error !== null}
        aria-describedby={`${id}-error`}
        value={tex}
        onChange={(event) => setTex(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          finish(tex)
        }}
      />
      <div
        ref={preview}
        className="equation-preview"
        role="img"
        aria-label={t('Preview of {tex}', { tex: tex || t('nothing') })}
      />
      <div className="text-panel-foot">
        <p id={`${id}-error`} role="status" className={error ? 'equation-reason' : 'text-panel-hint'}>
          {error ?? t('Enter keeps it, Shift Enter begins a line')}
        </p>
        <Button variant="primary" size="sm" onClick={() => finish(tex)}>
          {t('Done')}
        </Button>
      </div>
    </AtomPanel>
  )
}
