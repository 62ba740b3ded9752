import { useId, useState } from 'react'
import { compareWords } from '@/shared/compare-words'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { Button } from '@/ui/button'
import { LabelPicker } from '@/ui/label-picker'
import { ButtonPopover } from '@/ui/popover'
import type { Popup } from '@/ui/popup-button'
import { toast } from '@/ui/toast'
import { MOST_LABELS, NO_LABEL, TOO_MANY_LABELS, tidyLabels } from '../../labels'
import { usePages } from '../use-pages'
import type { HeadHelp } from './head-help'

export interface LabelsPopoverProps {
  popup: Popup
  tags: readonly string[]
  /** Offers some. */
  Help: HeadHelp['Labels'] | undefined
  onChange(tags: string[]): void
}

/** What keeps these labels from being a page's; `null` when nothing does (product.md 5.9). */
function faultOf(labels: readonly string[]): string | null {
  if (labels.length === 0) return NO_LABEL()
  if (labels.length > MOST_LABELS) return TOO_MANY_LABELS()
  const isLong = labels.some((label) => label.length > LIMITS.label)
  return isLong ? t('A label has at most {count} characters.', { count: LIMITS.label }) : null
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((label, at) => label === others[at])

/** The labels of a page: those of other pages are offered, new ones are typed (product.md 2.45). */
export default function LabelsPopover({ popup, tags, Help, onChange }: LabelsPopoverProps) {
  const pages = usePages().data?.documents ?? []
  const known = [...new Set(pages.flatMap((page) => page.tags))].sort(compareWords)
  /** What is chosen here and the page does not have, or not yet; null: what it has, no matter who gave it that. */
  const [own, setOwn] = useState<readonly string[] | null>(null)
  if (own !== null && (!popup.open || isSame(own, tags))) setOwn(null)
  const labels = own ?? tags
  const fault = own && faultOf(own)
  const id = useId()
  const change = (next: readonly string[]) => {
    const tidy = tidyLabels(next)
    setOwn(tidy)
    if (faultOf(tidy) === null) onChange(tidy)
  }
  return (
    <ButtonPopover popup={popup} label={t('Labels')} className="w-80">
      <LabelPicker
        label={t('Labels')}
        value={labels}
        options={known}
        onValueChange={change}
        placeholder={t('Type a label and press Enter')}
        invalid={fault !== null}
        describedBy={fault ? id : undefined}
      />
      {Help && <Help labels={labels} known={known} onAdd={(label) => change([...labels, label])} />}
      <div className="mt-2 flex min-h-7 items-center justify-between gap-2">
        <p id={id} role="alert" className="text-xs text-danger">
          {fault}
        </p>
        {tags.length > 0 && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              popup.onOpenChange(false)
              onChange([])
              const before = [...tags]
              toast(t('Labels removed'), { action: { label: t('Undo'), onClick: () => onChange(before) } })
            }}
          >
            {t('Remove all')}
          </Button>
        )}
      </div>
    </ButtonPopover>
  )
}
