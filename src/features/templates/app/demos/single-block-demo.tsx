import type { Block } from '@/blocks'
import { PageEditor } from '@/editor/page-editor'
import { t } from '@/shared/i18n'
import { DemoFrame } from './demo-frame'

const text = (id: string, words: string): Block[] => [{ id, kind: 'paragraph', text: [{ text: words }] }]

/** Two editors of one block each (product.md 2.25). */
export default function SingleBlockDemo() {
  return (
    <>
      <DemoFrame title={t('One block')}>
        <PageEditor
          label={t('One block')}
          source={{
            kind: 'local',
            single: 'block',
            blocks: text('one', t('Press Enter here: it begins a line, never a block.')),
          }}
        />
      </DemoFrame>
      <DemoFrame title={t('One line')}>
        <PageEditor
          label={t('One line')}
          source={{
            kind: 'local',
            single: 'line',
            blocks: text('line', t('Enter does nothing, and pasted lines become one.')),
          }}
        />
      </DemoFrame>
    </>
  )
}
