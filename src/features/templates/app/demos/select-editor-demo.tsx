import { useId } from 'react'
import { t } from '@/shared/i18n'
import { LabelPicker } from '@/ui/label-picker'
import { DemoFrame } from './demo-frame'
import type { DemoProps } from './demos'
import { isTextList, useKeptValue } from './kept-value'
import { labelFault, SAMPLE_LABELS } from './label-rules'

/** A field in which several labels are picked by typing (product.md 2.9). */
export default function SelectEditorDemo({ storageKey }: DemoProps) {
  const [labels, setLabels] = useKeptValue<string[]>(storageKey, ['Recipe', 'Garden'], isTextList)
  const fault = labelFault(labels)
  const describedBy = useId()
  return (
    <DemoFrame title="Labels">
      <LabelPicker
        label="Labels"
        value={labels}
        options={SAMPLE_LABELS}
        onValueChange={setLabels}
        placeholder="Type to find or make a label"
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
