import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/ui/button'
import { Field, Input } from '@/ui/field'
import { LabelPicker } from '@/ui/label-picker'
import { toast } from '@/ui/toast'
import { DemoFrame } from './demo-frame'
import type { DemoProps } from './demos'
import { useKeptValue } from './kept-value'
import { labelFault, SAMPLE_LABELS } from './label-rules'

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

/** A form whose labels are picked in the select editor; it toggles between reading and editing (product.md 2.45). */
export default function FormDemo({ storageKey }: DemoProps) {
  const [kept, keep] = useKeptValue<Form>(storageKey, { title: 'Summer in the garden', labels: [] }, isForm)
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
    toast.success('Kept in this browser')
  }
  const cancel = () => {
    setForm(kept)
    setIsTried(false)
    setIsEditing(false)
  }

  return (
    <DemoFrame title="Document details">
      <form onSubmit={save} noValidate className="flex max-w-lg flex-col gap-4">
        <Field label="Title">
          <Input
            value={form.title}
            readOnly={!isEditing}
            onChange={(event) => setForm({ ...form, title: event.target.value })}
          />
        </Field>
        <div className="flex flex-col gap-1.5">
          <span className="text-sm font-medium">Labels</span>
          <LabelPicker
            label="Labels"
            value={form.labels}
            options={SAMPLE_LABELS}
            onValueChange={(labels) => setForm({ ...form, labels })}
            readOnly={!isEditing}
            placeholder={isEditing ? 'Type to find or make a label' : 'No labels'}
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
                Save
              </Button>
              <Button onClick={cancel}>Cancel</Button>
            </>
          ) : (
            // A key of its own: the button that submits must not become this one under the pointer.
            <Button key="edit" onClick={() => setIsEditing(true)}>
              Edit
            </Button>
          )}
        </div>
      </form>
    </DemoFrame>
  )
}
