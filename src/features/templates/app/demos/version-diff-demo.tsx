import type { Editor } from '@tiptap/core'
import { RotateCcw, Save } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Block, docFromBlocks, type InlineText } from '@/blocks'
import { PageEditor } from '@/editor/page-editor'
import { DiffView } from '@/features/versions/app/diff-view'
import { summaryOf } from '@/features/versions/app/version-words'
import { diffPages } from '@/features/versions/diff/diff-pages'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Select } from '@/ui/select'
import { DemoFrame } from './demo-frame'
import type { DemoProps } from './demos'
import { useKeptValue } from './kept-value'

interface Kept {
  name: string
  blocks: Block[]
}

const paragraph = (id: string, text: string): Block => ({ id, kind: 'paragraph', text: [{ text }] })
const task = (id: string, text: string, checked: boolean): Block => ({
  id,
  kind: 'listItem',
  attributes: { listStyleType: 'todo', ...(checked && { checked }) },
  text: [{ text }],
})
const heading = (): Block => ({
  id: 'd-title',
  kind: 'heading',
  attributes: { level: 3 },
  text: [{ text: t('Picnic by the lake') }],
})

/** Words, of which those between two stars are bold: where they stand is for each language to say. */
const withBold = (words: string): InlineText[] =>
  words
    .split('*')
    .map((text, at) => ({ text, ...(at === 1 && { marks: [{ kind: 'bold' }] }) }))
    .filter(({ text }) => text !== '')

/** Two versions to begin with, so that there is something to compare. */
const samples = (): Kept[] => [
  {
    name: t('Sample: first draft'),
    blocks: [
      heading(),
      paragraph('d-when', t('We meet on Saturday at noon, at the old boathouse.')),
      task('d-bread', t('Bring bread and cheese'), false),
      task('d-wine', t('Bring lemonade'), false),
      paragraph('d-rain', t('If it rains, we stay at home.')),
    ],
  },
  {
    name: t('Sample: a week later'),
    blocks: [
      heading(),
      task('d-bread', t('Bring bread and cheese'), true),
      {
        id: 'd-when',
        kind: 'paragraph',
        text: withBold(t('We meet on Sunday at *noon*, at the new boathouse.')),
      },
      task('d-kite', t('Bring a kite'), false),
      paragraph('d-rain', t('If it rains, we take umbrellas along.')),
    ],
  },
]

const isKept = (value: unknown): value is Kept[] =>
  Array.isArray(value) &&
  value.every(
    (one) =>
      typeof one === 'object' && one !== null && typeof one.name === 'string' && Array.isArray(one.blocks),
  )

const NOW = 'now'
/** A browser's storage is small. */
const MOST = 20

/** A page whose versions are kept in this browser, compared word by word, and restored (product.md 2.25). */
export default function VersionDiffDemo({ storageKey }: DemoProps) {
  const [versions, keep] = useKeptValue<Kept[]>(storageKey, samples, isKept)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [start] = useState(() => versions.at(-1)?.blocks ?? [])
  const [blocks, setBlocks] = useState<readonly Block[]>(start)
  const [from, setFrom] = useState('0')
  const [to, setTo] = useState(NOW)
  const sideOf = (name: string): readonly Block[] =>
    name === NOW ? blocks : (versions[Number(name)]?.blocks ?? [])
  const before = sideOf(from)
  const after = sideOf(to)
  const diff = useMemo(
    () => diffPages({ title: '', blocks: before }, { title: '', blocks: after }, { full: true }),
    [before, after],
  )
  const options = [
    ...versions.map(({ name }, index) => ({ value: String(index), label: name })),
    { value: NOW, label: t('The page now') },
  ]
  const save = () => {
    const name = t('Version {number}', { number: inFigures(versions.length + 1 - samples().length) })
    keep([...versions, { name, blocks: [...blocks] }].slice(-MOST))
  }
  const restore = () => {
    const restored = sideOf(from)
    editor?.commands.setContent(docFromBlocks([...restored]).toJSON(), { emitUpdate: true })
    setBlocks(restored)
  }
  return (
    <DemoFrame title={t('Versions of a page, compared')} className="flex flex-col gap-4">
      <div className="rounded-control border border-border px-8 py-3">
        <PageEditor
          label={t('Page with versions')}
          source={{ kind: 'local', blocks: start, onChange: setBlocks }}
          onReady={setEditor}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={save}>
          <Save aria-hidden />
          {t('Save a version')}
        </Button>
        <span className="text-sm text-text-muted">{t('Before')}</span>
        <Select label={t('The version before')} value={from} options={options} onValueChange={setFrom} />
        <span className="text-sm text-text-muted">{t('After')}</span>
        <Select label={t('The version after')} value={to} options={options} onValueChange={setTo} />
        {from !== NOW && (
          <Button variant="ghost" onClick={restore}>
            <RotateCcw aria-hidden />
            {t('Restore the first')}
          </Button>
        )}
      </div>
      <section aria-label={t('What changed')}>
        <p role="status" className="mb-2 text-sm text-text-muted">
          {summaryOf(diff)}
        </p>
        <DiffView key={`${from} ${to}`} diff={diff} />
      </section>
    </DemoFrame>
  )
}
