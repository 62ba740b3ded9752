import { type FormEvent, useId, useState } from 'react'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Field, Input } from '@/ui/field'
import { LabelPicker } from '@/ui/label-picker'
import { toast } from '@/ui/toast'
import { DemoFrame } from './demo-frame'
import type { DemoProps } from './demos'
import { useKeptValue } from './kept-value'
import { labelFault, sampleLabels } from './label-rules'

interface Form {
  title: string
  labels: string[]
}

const isForm = (value: unknown): value is Form =>
  typeof value === 'object' &&
  value !== null &&
  'title' in value &&
  typeof value.title === 'string' &&
  'labels' in value &&
  Array.isArray(value.labels) &&
  value.labels.every((label) => typeof label === 'string')

const sample = (): Form => ({ title: t('Summer in the garden'), labels: [] })

/** A form whose labels are picked in the select editor; it toggles between reading and editing (product.md 2.45). */
export default function FormDemo({ storageKey }: DemoProps) {
  const [kept, keep] = useKeptValue<Form>(storageKey, sample, isForm)
  const [form, setForm] = useState(kept)
  const [isEditing, setIsEditing] = useState(true)
  const [isTried, setIsTried] = useState(false)
  const fault = labelFault(form.labels)
  const shownFault = isTried ? fault : null
  const faultId = useId()

  const save = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (fault) return
    keep(form)
    setIsEditing(false)
    toast.success(t('Kept in this browser'))
  }
  const cancel = () => {
    setForm(kept)
    setIsTried(false)
    setIsEditing(false)
  }

  return (
    <DemoFrame title={t('Document details')}>
      <form onSubmit={save} noValidate className="flex max-w-lg flex-col gap-4">
        <Field label={t('Title')}>
          <Input
            value={form.title}
            readOnly={!isEditing}
            onChange={(event) => setForm({ ...form, title: event.target.value })}
          />
        </Field>
        <div className="flex flex-col gap-1.5">
          <span className="text-sm font-medium">{t('Labels')}</span>
          <LabelPicker
            label={t('Labels')}
            value={form.labels}
            options={sampleLabels()}
            onValueChange={(labels) => setForm({ ...form, labels })}
            readOnly={!isEditing}
            placeholder={isEditing ? t('Type to find or make a label') : t('No labels')}
            invalid={shownFault !== null}
            describedBy={faultId}
          />
          <p id={faultId} role="alert" className="text-xs text-danger empty:hidden">
            {shownFault}
          </p>
        </div>
        <div className="flex gap-2">
          {isEditing ? (
            <>
              <Button type="submit" variant="primary">
                {t('Save')}
              </Button>
              <Button onClick={cancel}>{t('Cancel')}</Button>
            </>
          ) : (
            // A key of its own: the button that submits must not become this one under the pointer.
            <Button key="edit" onClick={() => setIsEditing(true)}>
              {t('Edit')}
            </Button>
          )}
        </div>
      </form>
    </DemoFrame>
  )
}
