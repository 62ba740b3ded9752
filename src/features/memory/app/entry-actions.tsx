import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import type { Status } from '../model'
import { act, type Doing } from './act'

interface EntryActionsProps {
  name: string
  status: Status
  onEdit(): void
  setStatus(status: Status): Doing
  remove: Doing
}

/** What can be done to one memory or prompt: switched on and off, edited, deleted. */
export function EntryActions({ name, status, onEdit, setStatus, remove }: EntryActionsProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const isActive = status === 'active'
  const toggle = async () => {
    setIsBusy(true)
    await act(setStatus(isActive ? 'inactive' : 'active'))
    setIsBusy(false)
  }
  return (
    <span className="flex shrink-0 items-center gap-1">
      <Button
        size="sm"
        variant="ghost"
        role="switch"
        aria-checked={isActive}
        aria-label={t('Active: {name}', { name })}
        disabled={isBusy}
        onClick={() => void toggle()}
        className={isActive ? 'text-success' : undefined}
      >
        {isActive ? t('Active') : t('Inactive')}
      </Button>
      <IconButton label={t('Edit {name}', { name })} onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={t('Delete {name}', { name })} onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden />
      </IconButton>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('Delete “{name}”?', { name })}
        description={t('This cannot be undone.')}
        confirmLabel={t('Delete')}
        danger
        onConfirm={async () => void (await act(remove))}
      />
    </span>
  )
}

/** The beginning of a text, to name it among others. */
export const beginningOf = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 40 ? `${line.slice(0, 40).trimEnd()}…` : line
}
