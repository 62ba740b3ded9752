import type { Editor } from '@tiptap/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type LinkRange, linkAt } from '../core/link'

/** Milliseconds the pointer rests on a link before its bar shows, and is away before it goes. */
const REST = 350
const AWAY = 250

/** The link the mouse rests on. The second value tells whether the pointer is on the link's own bar. */
export function useHoveredLink(editor: Editor): [LinkRange | null, (inside: boolean) => void] {
  const [link, setLink] = useState<LinkRange | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Is there one, or is it about to be shown? At every other key there is nothing to hide, and React is not asked. */
  const isShown = useRef(false)
  const show = useCallback((next: LinkRange | null) => {
    if (next === null && !isShown.current) return
    isShown.current = next !== null
    setLink(next)
  }, [])

  useEffect(() => {
    const { dom } = editor.view
    const later = (delay: number, next: () => LinkRange | null) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => show(next()), delay)
    }
    const over = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.buttons !== 0) return
      const anchor = (event.target as Element).closest('a[href]')
      if (anchor) {
        later(REST, () => linkAt(editor.state.doc.resolve(editor.view.posAtDOM(anchor, 0))))
      } else later(AWAY, () => null)
    }
    const leave = () => later(AWAY, () => null)
    const gone = () => {
      clearTimeout(timer.current)
      show(null)
    }
    const changed = ({ transaction }: { transaction: { docChanged: boolean } }) => {
      if (transaction.docChanged) gone()
    }
    dom.addEventListener('pointerover', over)
    dom.addEventListener('pointerleave', leave)
    dom.addEventListener('pointerdown', gone)
    editor.on('transaction', changed)
    return () => {
      gone()
      dom.removeEventListener('pointerover', over)
      dom.removeEventListener('pointerleave', leave)
      dom.removeEventListener('pointerdown', gone)
      editor.off('transaction', changed)
    }
  }, [editor, show])

  const keep = (inside: boolean) => {
    clearTimeout(timer.current)
    if (!inside) timer.current = setTimeout(() => show(null), AWAY)
  }
  return [link, keep]
}
