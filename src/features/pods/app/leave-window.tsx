import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '@/app/rpc'
import { useCurrentUser } from '@/app/session'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Dialog, DialogContent, DialogFooter } from '@/ui/dialog'
import { Select } from '@/ui/select'
import type { Pod, PodPerson } from '../model'

interface LeaveWindowProps {
  pod: Pod
  onClose(): void
  /** Leaves; `newOwnerId` owns the pod from then on. Throws what the person is told. */
  onLeave(newOwnerId?: string): Promise<void>
}

/** The question before one leaves a pod. Its last owner says who owns it from then on. */
export function LeaveWindow({ pod, onClose, onLeave }: LeaveWindowProps) {
  const { user } = useCurrentUser()
  const query = useQuery({
    ...trpc.pod.members.queryOptions({ podId: pod.id }),
    enabled: pod.role === 'owner',
  })
  const others = (query.data?.members ?? []).filter(({ id }) => id !== user?.id)
  const isLastOwner = others.length > 0 && others.every(({ role }) => role !== 'owner')
  if (isLastOwner) return <HandOver pod={pod} people={others} onClose={onClose} onLeave={onLeave} />
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Leave “{name}”?', { name: pod.name })}
      description={PAGES_GO()}
      confirmLabel={t('Leave pod')}
      danger
      onConfirm={() => onLeave()}
    />
  )
}

const PAGES_GO = () =>
  t('You will not see its pages any more, those that you made either, until somebody invites you again.')

function HandOver({ pod, people, onClose, onLeave }: LeaveWindowProps & { people: readonly PodPerson[] }) {
  // A guest has nothing of the pod: one is offered last.
  const offered = [...people].sort((a, b) => Number(a.role === 'guest') - Number(b.role === 'guest'))
  const [chosen, setChosen] = useState(offered[0]?.id ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await onLeave(chosen)
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t('The pod could not be left.'))
      setBusy(false)
    }
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('Hand over “{name}” and leave', { name: pod.name })}
        description={t('You are its only owner. Choose who owns it from now on.')}
      >
        <Select
          label={t('New owner')}
          value={chosen}
          options={offered.map(({ id, name, username }) => ({
            value: id,
            label: username ? `${name} (@${username})` : name,
          }))}
          onValueChange={setChosen}
          className="w-full"
        />
        <p className="mt-3 text-text-muted">{PAGES_GO()}</p>
        {problem && (
          <p role="alert" className="mt-3 text-danger">
            {problem}
          </p>
        )}
        <DialogFooter>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="danger" disabled={isBusy} onClick={() => void leave()}>
            {t('Hand over and leave')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
