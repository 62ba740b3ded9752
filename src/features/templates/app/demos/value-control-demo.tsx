import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { type Block, docFromBlocks } from '@/blocks'
import { PageEditor } from '@/editor/page-editor'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { DemoFrame } from './demo-frame'

const paragraph = (id: string, text: string): Block => ({
  id,
  kind: 'paragraph',
  ...(text && { text: [{ text }] }),
})

const first = (): Block[] => [paragraph('v1', t('This editor is told from outside what it holds.'))]
const other = (): Block[] => [
  { id: 'v2', kind: 'heading', attributes: { level: 3 }, text: [{ text: t('Another value') }] },
  {
    id: 'v3',
    kind: 'listItem',
    attributes: { listStyleType: 'todo' },
    text: [{ text: t('Undo brings the first one back') }],
  },
]

/** A value that the page around an editor reads and sets (product.md 2.25). */
export default function ValueControlDemo() {
  const [editor, setEditor] = useState<Editor | null>(null)
  const [start] = useState(first)
  const [value, setValue] = useState<readonly Block[]>(start)
  const set = (blocks: readonly Block[]) => {
    editor?.commands.setContent(docFromBlocks([...blocks]).toJSON(), { emitUpdate: true })
    setValue(blocks)
  }
  const append = () =>
    set([
      ...value,
      paragraph(
        `added-${Date.now()}`,
        t('Line {number}, added by a button', { number: inFigures(value.length + 1) }),
      ),
    ])
  return (
    <DemoFrame title={t('A value controlled from outside')} className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => set(other())}>{t('Replace value')}</Button>
        <Button onClick={append}>{t('Append a line')}</Button>
        <Button onClick={() => set([paragraph('v0', '')])}>{t('Make it empty')}</Button>
        <Button onClick={() => set(start)}>{t('Back to the first')}</Button>
      </div>
      <div className="rounded-control border border-border px-8 py-3">
        <PageEditor
          label={t('Controlled editor')}
          source={{ kind: 'local', blocks: start, onChange: setValue }}
          onReady={setEditor}
        />
      </div>
      <details className="text-sm">
        <summary className="cursor-pointer text-text-muted">{t('The value as JSON')}</summary>
        <pre className="mt-2 rounded-control bg-surface p-3 font-mono text-xs break-all whitespace-pre-wrap">
          {JSON.stringify(value, null, 2)}
        </pre>
      </details>
    </DemoFrame>
  )
}
