import { useEffect, useState } from 'react'
import type { Block } from '@/blocks'
import { PageEditor } from '@/editor/page-editor'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { DemoFrame } from '../demo-frame'
import { openTwoScreens, type TwoScreens } from './two-screens'

const start = (): Block[] => [
  {
    id: 't-title',
    kind: 'heading',
    attributes: { level: 3 },
    text: [{ text: t('Our picnic') }],
  },
  { id: 't-when', kind: 'paragraph', text: [{ text: t('Saturday at noon, by the lake.') }] },
  { id: 't-bring', kind: 'paragraph', text: [{ text: t('Everybody brings something.') }] },
]

/** Two sample people, so that one can be both. */
const PEOPLE = [
  { id: 'sample-ada', name: 'Ada', color: '#3c5cc4' },
  { id: 'sample-grace', name: 'Grace', color: '#97306a' },
] as const

/** One page as two people see it, with the line between them in the reader's hand (product.md 2.25). */
export default function CollaborationDemo() {
  const [screens, setScreens] = useState<TwoScreens | null>(null)
  const [isConnected, setIsConnected] = useState(true)
  useEffect(() => {
    const opened = openTwoScreens(start(), PEOPLE)
    setScreens(opened)
    return () => opened.close()
  }, [])
  const connect = (wanted: boolean) => {
    screens?.connect(wanted)
    setIsConnected(wanted)
  }
  return (
    <DemoFrame title={t('Two sample people on one page')} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => connect(!isConnected)}>
          {isConnected ? t('Cut the line between them') : t('Connect them again')}
        </Button>
        <p role="status" className="text-sm text-text-muted">
          {isConnected
            ? t('Connected: what one writes, the other sees.')
            : t('Apart: both go on writing. Connect them, and everything comes together.')}
        </p>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        {screens?.sources.map((source) => (
          <section
            key={source.user.id}
            aria-label={t('What {name} sees', { name: source.user.name })}
            className="min-w-0 rounded-control border border-border px-8 py-3"
          >
            <p className="mb-1 text-xs text-text-muted">{t('{name} (sample)', { name: source.user.name })}</p>
            <PageEditor label={t('The page of {name}', { name: source.user.name })} source={source} />
          </section>
        ))}
      </div>
    </DemoFrame>
  )
}
