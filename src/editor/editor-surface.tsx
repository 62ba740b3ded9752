import { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import { tellLeaving } from '@/blocks/kit/keep-typed'
import '@/blocks/blocks.css'
import { blocksFromDoc, docFromBlocks } from '@/blocks'
import { later, useArrival } from '@/ui/later'
import { loadReaders } from './clipboard/readers'
import { keepFromReact } from './core/react-selection'
import './editor.css'
import { editorExtensions } from './extensions'
import type { PageEditorProps } from './page-editor'
import { type EditorHost, type EditorSource, LOCAL_SAVE_DELAY } from './source'

/** The menus: not needed to read and to type, and fetched as soon as that works. */
const Chrome = later(() => import('./menus/chrome'))

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

function makeEditor(
  element: HTMLElement,
  source: EditorSource,
  readOnly: boolean,
  label: string,
  host: () => EditorHost,
): Editor {
  const editor = new Editor({
    element,
    extensions: editorExtensions(source, host),
    // Tiptap makes a schema of its own for each editor, so nodes of the shared one are handed over as JSON.
    content: source.kind === 'local' ? docFromBlocks([...source.blocks]).toJSON() : null,
    editable: !readOnly,
    injectCSS: false,
    enableCoreExtensions: {
      keymap: false,
      clipboardTextSerializer: false,
      delete: false,
      drop: false,
      paste: false,
    },
    editorProps: { attributes: attributes(readOnly, label) },
  })
  editor.on('destroy', keepFromReact(editor.view.dom))
  return editor
}

/** The editor as `PageEditor` loads it. */
export default function EditorSurface({
  source,
  readOnly = false,
  label = 'Page body',
  host,
  autoFocus = false,
  onReady,
}: PageEditorProps) {
  const mount = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const hasMenus = useArrival(Chrome)
  const toolbarAsked = useToolbarAsked(hasMenus ? null : editor)
  const latest = useRef({ source, readOnly, label, host, autoFocus, onReady })
  useEffect(() => {
    latest.current = { source, readOnly, label, host, autoFocus, onReady }
  })

  const identity = source.kind === 'live' ? source.doc : source.kind
  // Made anew only for another document: everything else is read from `latest` or set on the living editor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `identity` is what the editor is made for
  useEffect(() => {
    const { source, readOnly, label, autoFocus, onReady } = latest.current
    const made = makeEditor(mount.current!, source, readOnly, label, () => latest.current.host ?? {})
    const stopReporting =
      source.kind === 'local'
        ? reportChanges(made, () => {
            const now = latest.current.source
            return now.kind === 'local' ? now.onChange : undefined
          })
        : null
    setEditor(made)
    void loadReaders()
    onReady?.(made)
    if (autoFocus) made.commands.focus('end')
    return () => {
      tellLeaving(made.view)
      stopReporting?.()
      setEditor(null)
      made.destroy()
    }
  }, [identity])

  useEffect(() => {
    if (!editor || editor.options.editable === !readOnly) return
    editor.setOptions({ editable: !readOnly, editorProps: { attributes: attributes(readOnly, label) } })
  }, [editor, readOnly, label])

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
