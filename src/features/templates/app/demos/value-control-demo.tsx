import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { type Block, docFromBlocks } from '@/blocks'
import { PageEditor } from '@/editor/page-editor'
import { Button } from '@/ui/button'
import { DemoFrame } from './demo-frame'

const paragraph = (id: string, text: string): Block => ({
  id,
  kind: 'paragraph',
  ...(text && { text: [{ text }] }),
})

const START: readonly Block[] = [paragraph('v1', 'This editor is told from outside what it holds.')]
const OTHER: readonly Block[] = [
  { id: 'v2', kind: 'heading', attributes: { level: 3 }, text: [{ text: 'Another value' }] },
  {
    id: 'v3',
    kind: 'listItem',
    attributes: { listStyleType: 'todo' },
    text: [{ text: 'Undo brings the first one back' }],
  },
]

/** A value that the page around an editor reads and sets (product.md 2.25). */
export default function ValueControlDemo() {
  const [editor, setEditor] = useState<Editor | null>(null)
  const [value, setValue] = useState<readonly Block[]>(START)
  const set = (blocks: readonly Block[]) => {
    editor?.commands.setContent(docFromBlocks([...blocks]).toJSON(), { emitUpdate: true })
    setValue(blocks)
  }
  const append = () =>
    set([...value, paragraph(`added-${Date.now()}`, `Line ${value.length + 1}, added by a button`)])
  return (
    <DemoFrame title="A value controlled from outside" className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => set(OTHER)}>Replace value</Button>
        <Button onClick={append}>Append a line</Button>
        <Button onClick={() => set([paragraph('v0', '')])}>Clear</Button>
        <Button onClick={() => set(START)}>Back to the first</Button>
      </div>
      <div className="rounded-control border border-border px-8 py-3">
        <PageEditor
          label="Controlled editor"
          source={{ kind: 'local', blocks: START, onChange: setValue }}
          onReady={setEditor}
        />
      </div>
      <details className="text-sm">
        <summary className="cursor-pointer text-text-muted">The value as JSON</summary>
        <pre className="mt-2 rounded-control bg-surface p-3 font-mono text-xs break-all whitespace-pre-wrap">
          {JSON.stringify(value, null, 2)}
        </pre>
      </details>
    </DemoFrame>
  )
}
