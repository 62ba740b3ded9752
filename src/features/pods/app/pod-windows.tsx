import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { failureWords } from '@/app/failures'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Dialog, DialogContent, DialogFooter } from '@/ui/dialog'
import { Field, Input } from '@/ui/field'
import { POD } from '../model'
import { InvitationsWindow } from './invitations-window'
import { LeaveWindow } from './leave-window'
import { PeopleWindow } from './people-window'
import { PodIconPicker } from './pod-icon-picker'
import { type PodWindow, showPodWindow } from './pod-window'
import { createPod, endPod, leaveAsGuest, type PodEnd, renamePod } from './use-pods'

interface PodWindowsProps {
  open: boolean
  shown: PodWindow | null
  ownPodId: string | undefined
}

const close = () => showPodWindow(null)

/** Runs a change and gives a failure the words for the person. */
async function told(change: () => Promise<unknown>, sentence: string): Promise<void> {
  try {
    await change()
  } catch (error) {
    throw new Error(failureWords(error, sentence), { cause: error })
  }
}

/** The windows of pods: a name, the people, and the questions before leaving and deleting. */
export default function PodWindows({ shown, ownPodId }: PodWindowsProps) {
  const navigate = useNavigate()
  if (shown === null) return null
  if (shown.kind === 'create')
    return (
      <NameWindow
        title={t('New pod')}
        description={t(
          'A pod is a workspace: it holds pages of its own, for one purpose or for a group of people.',
        )}
        action={t('Create pod')}
        onSave={async (name, icon) => {
          await createPod(name, icon)
          await navigate({ to: '/' })
        }}
      />
    )
  if (shown.kind === 'invitations') return <InvitationsWindow onClose={close} />
  if (shown.kind === 'leave-as-guest') {
    const { pod } = shown
    return (
      <ConfirmDialog
        open
        onOpenChange={(open) => !open && close()}
        title={t('Leave “{name}”?', { name: pod.name })}
        description={t(
          'You are a guest of this pod. The pages that are shared with you stay under “Shared with me”.',
        )}
        confirmLabel={t('Leave pod')}
        danger
        onConfirm={() => told(() => leaveAsGuest(pod), t('The pod could not be left.'))}
      />
    )
  }
  const { pod } = shown
  if (shown.kind === 'people') return <PeopleWindow pod={pod} onClose={close} />
  if (shown.kind === 'rename')
    return (
      <NameWindow
        title={t('Name and icon')}
        action={t('Save')}
        name={pod.name}
        icon={pod.icon}
        onSave={(name, icon) => renamePod(pod.id, name, icon)}
      />
    )
  const end = (how: PodEnd) =>
    told(
      async () => {
        await endPod(pod, how, ownPodId)
        await navigate({ to: '/' })
      },
      how.how === 'leave' ? t('The pod could not be left.') : t('The pod could not be deleted.'),
    )
  if (shown.kind === 'leave')
    return (
      <LeaveWindow pod={pod} onClose={close} onLeave={(newOwnerId) => end({ how: 'leave', newOwnerId })} />
    )
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={t('Delete “{name}”?', { name: pod.name })}
      description={t(
        '{others, plural, =0 {All of its pages and files are deleted for good.} one {All of its pages and files are deleted for good, also for the other person in it.} other {All of its pages and files are deleted for good, also for the # other people in it.}} This cannot be undone.',
        { others: pod.people - 1 },
      )}
      confirmLabel={t('Delete pod')}
      danger
      onConfirm={() => end({ how: 'delete' })}
    />
  )
}

interface NameWindowProps {
  title: string
  description?: string
  action: string
  name?: string
  icon?: string | null
  onSave(name: string, icon: string | null): Promise<void>
}

function NameWindow({ title, description, action, name = '', icon = null, onSave }: NameWindowProps) {
  const [chosen, setChosen] = useState(icon)
  const [typed, setTyped] = useState(name)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setIsBusy(true)
    setProblem(null)
    try {
      await onSave(typed.trim(), chosen)
      close()
    } catch (error) {
      setProblem(failureWords(error, t('The pod could not be saved.')))
      setIsBusy(false)
    }
  }
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent title={title} description={description}>
        <form onSubmit={save}>
          <Field label={t('Name')} error={problem}>
            <span className="flex gap-2">
              <PodIconPicker name={typed} icon={chosen} onChange={setChosen} />
              <Input
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                maxLength={POD.name}
                placeholder={t('e.g. Garden club')}
                autoComplete="off"
              />
            </span>
          </Field>
          <DialogFooter>
            <Button onClick={close}>{t('Cancel')}</Button>
            <Button
              type="submit"
              variant="primary"
              disabled={isBusy || typed.trim() === '' || (typed.trim() === name && chosen === icon)}
            >
              {action}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
