import { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import { tellLeaving } from '@/blocks/kit/keep-typed'
import { t } from '@/shared/i18n'
import '@/blocks/blocks.css'
import { blocksFromDoc, docFromBlocks } from '@/blocks'
import type { PageGuard } from '@/document'
import { BOUNDS } from '@/shared/limits'
import { lazy, useLoaded } from '@/ui/lazy'
import { loadPasteCode } from './clipboard/load-paste-code'
import { type Contribution, useContributions } from './contribution'
import { keepFromReact } from './core/react-selection'
import './editor.css'
import { CORE_EXTENSIONS, editorExtensions } from './extensions'
import { keepOpen } from './keep-open'
import type { PageEditorProps } from './page-editor'
import { type EditorHost, type EditorSource, LOCAL_SAVE_DELAY } from './source'

/** The menus: not needed to read and to type, and fetched as soon as that works. */
const Chrome = lazy(() => import('./menus/chrome'))

/** alt+F10 goes to the toolbar (rulings 5), also when the toolbar is still on its way. */
function useToolbarAsked(editor: Editor | null): () => boolean {
  const asked = useRef(false)
  useEffect(() => {
    if (!editor) return
    const { dom } = editor.view
    const note = (event: KeyboardEvent) => {
      asked.current = event.altKey && event.key === 'F10'
      if (asked.current) event.preventDefault()
    }
    dom.addEventListener('keydown', note)
    return () => dom.removeEventListener('keydown', note)
  }, [editor])
  return () => asked.current
}

const NO_HOST: EditorHost = {}

/** The attributes of the editable element; asked again whenever the state is updated. */
const attributes = (readOnly: boolean, label: string) => ({
  class: 'page-body',
  role: 'textbox',
  'aria-label': label,
  'aria-multiline': 'true',
  'aria-readonly': String(readOnly),
  spellcheck: String(!readOnly),
})

/** Reports the blocks after a pause; the returned function reports what is still open and stops. */
function reportChanges(
  editor: Editor,
  onChange: () => ((blocks: ReturnType<typeof blocksFromDoc>) => void) | undefined,
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const report = () => {
    clearTimeout(timer)
    timer = undefined
    onChange()?.(blocksFromDoc(editor.state.doc))
  }
  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(report, LOCAL_SAVE_DELAY)
  }
  const flush = () => {
    if (timer !== undefined) report()
  }
  editor.on('update', schedule)
  window.addEventListener('pagehide', flush)
  return () => {
    flush()
    editor.off('update', schedule)
    window.removeEventListener('pagehide', flush)
  }
}

/** On touch screens the formatting bar covers the lower edge: the line that is being written stays above it. */
const BAR = 64
const room = { top: 5, left: 5, right: 5, bottom: BAR }
const roomForBar = () =>
  matchMedia('(pointer: coarse)').matches ? { scrollMargin: room, scrollThreshold: room } : {}

function makeEditor(
  element: HTMLElement,
  source: EditorSource,
  readOnly: boolean,
  label: string,
  host: () => EditorHost,
  contributions: readonly Contribution[],
  guard?: PageGuard,
): Editor {
  const editor = new Editor({
    element,
    extensions: editorExtensions(source, host, { guard, contributions }),
    // Tiptap makes a schema of its own for each editor, so nodes of the shared one are handed over as JSON.
    content: source.kind === 'local' ? docFromBlocks([...source.blocks], BOUNDS.depth).toJSON() : null,
    editable: !readOnly,
    injectCSS: false,
    enableCoreExtensions: CORE_EXTENSIONS,
    editorProps: { attributes: attributes(readOnly, label), ...roomForBar() },
  })
  editor.on('destroy', keepFromReact(editor.view.dom))
  return editor
}

/** The editor as `PageEditor` loads it. */
export default function EditorSurface({
  source,
  readOnly = false,
  label = t('Page body'),
  host,
  autoFocus = false,
  onReady,
}: PageEditorProps) {
  const mount = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [isStuck, setStuck] = useState(false)
  const hasMenus = useLoaded(Chrome)
  const toolbarAsked = useToolbarAsked(hasMenus ? null : editor)
  const contributions = useContributions()
  const latest = useRef({ source, readOnly, label, host, autoFocus, onReady, contributions })
  useEffect(() => {
    latest.current = { source, readOnly, label, host, autoFocus, onReady, contributions }
  })

  const identity = source.kind === 'live' ? source.doc : source.kind
  // Made anew only for another document, with the contributions of that moment: everything else is read from `latest` or set on the living editor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `identity` is what the editor is made for
  useEffect(() => {
    const { source, label, autoFocus, contributions } = latest.current
    const element = mount.current!
    const show = (made: Editor) => {
      setEditor(made)
      latest.current.onReady?.(made)
    }
    const hostNow = () => latest.current.host ?? {}
    void loadPasteCode()
    if (source.kind === 'live') {
      return keepOpen({
        element,
        source,
        make: (guard, isStuck) =>
          makeEditor(
            element,
            source,
            isStuck || latest.current.readOnly,
            label,
            hostNow,
            contributions,
            guard,
          ),
        show(made, isStuck) {
          setStuck(isStuck)
          show(made)
          if (autoFocus) made.commands.focus('end')
        },
        gone: () => setEditor(null),
      })
    }
    const made = makeEditor(element, source, latest.current.readOnly, label, hostNow, contributions)
    const stopReporting = reportChanges(made, () => {
      const now = latest.current.source
      return now.kind === 'local' ? now.onChange : undefined
    })
    show(made)
    if (autoFocus) made.commands.focus('end')
    return () => {
      tellLeaving(made.view)
      stopReporting()
      setEditor(null)
      made.destroy()
    }
  }, [identity])

  useEffect(() => {
    const isEditable = !readOnly && !isStuck
    if (!editor || editor.isDestroyed || editor.options.editable === isEditable) return
    editor.setOptions({
      editable: isEditable,
      editorProps: { attributes: attributes(!isEditable, label), ...roomForBar() },
    })
  }, [editor, readOnly, isStuck, label])

  return (
    <div className="page-editor">
      <div ref={mount} className="page-editor-mount" />
      {editor && hasMenus && (
        <Chrome
          editor={editor}
          host={host ?? NO_HOST}
          isSingle={source.kind === 'local' && source.single !== undefined}
          toolbarAsked={toolbarAsked()}
        />
      )}
    </div>
  )
}
