import { useState } from 'react'
import { EditList } from '@/features/ai/app/review/edit-list'
import type { ReviewEdit } from '@/features/ai/model'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { DemoFrame } from './demo-frame'

const edits = (): ReviewEdit[] => [
  {
    number: 0,
    before: t('Our tea is made from leafs that are picked by hand, and then they are dryed in the sun.'),
    after: t('Our tea is made from leaves that are picked by hand and dried in the sun.'),
    reason: t('Spelling: leaves, dried'),
    setAside: null,
  },
  {
    number: 1,
    before: t(
      'In order to make a cup, it is necessary that the water is first brought to a boil, after which it should be poured over the leaves.',
    ),
    after: t('For a cup, bring the water to a boil and pour it over the leaves.'),
    reason: t('Says the same in half the words'),
    setAside: null,
  },
]

/** What a review looks like, for those who have no model: it says that it is a sample. */
export default function SampleReviewDemo() {
  const [isShown, setShown] = useState(false)
  const [sample] = useState(edits)
  return (
    <DemoFrame title={t('Sample review')}>
      <div className="flex flex-col gap-3">
        <p className="text-sm text-text-muted">
          {t('This is a sample. No model wrote it, and nothing on this page is changed.')}
        </p>
        <Button className="self-start" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? t('Hide the sample') : t('Show the sample')}
        </Button>
        {isShown && <EditList review={{ edits: sample, found: sample.length, aside: 0 }} />}
      </div>
    </DemoFrame>
  )
}
