import { useId } from 'react'
import { t } from '@/shared/i18n'
import { LabelPicker } from '@/ui/label-picker'
import { DemoFrame } from './demo-frame'
import type { DemoProps } from './demos'
import { isTextList, useKeptValue } from './kept-value'
import { labelFault, sampleLabels } from './label-rules'

/** A field in which several labels are picked by typing (product.md 2.9). */
export default function SelectEditorDemo({ storageKey }: DemoProps) {
  const [labels, setLabels] = useKeptValue<string[]>(storageKey, () => [t('Recipe'), t('Garden')], isTextList)
  const fault = labelFault(labels)
  const describedBy = useId()
  return (
    <DemoFrame title={t('Labels')}>
      <LabelPicker
        label={t('Labels')}
        value={labels}
        options={sampleLabels()}
        onValueChange={setLabels}
        placeholder={t('Type to find or make a label')}
        invalid={fault !== null}
        describedBy={describedBy}
      />
      <p
        id={describedBy}
        role="status"
        className={fault ? 'mt-2 text-xs text-danger' : 'mt-2 text-xs text-text-muted'}
      >
        {fault ?? t('{count} of at most {most} labels', { count: labels.length, most: 10 })}
      </p>
    </DemoFrame>
  )
}
