import { useNavigate } from '@tanstack/react-router'
import { LogOut, MailOpen, Pencil, Plus, RefreshCw, Trash2, Users } from 'lucide-react'
import { t } from '@/shared/i18n'
import { ButtonMenu, MenuItem, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from '@/ui/menu'
import type { Popup } from '@/ui/popup-button'
import type { GuestPod, Pod } from '../model'
import { setActivePod } from './active-pod'
import { PodBadge } from './pod-badge'
import { showPodWindow } from './pod-window'
import { refreshPodIndex } from './refresh-index'

/** What the switcher opens: the person's pods, and what can be done with the one that is active. */
export default function PodMenu({
  popup,
  pods,
  guestOf,
  active,
  invitations,
}: {
  popup: Popup
  pods: readonly Pod[]
  guestOf: readonly GuestPod[]
  active: Pod | null
  /** How many wait for the person. */
  invitations: number
}) {
  const navigate = useNavigate()
  const switchTo = async (podId: string) => {
    if (podId === active?.id) return
    await setActivePod(podId)
    await navigate({ to: '/' })
  }
  return (
    <ButtonMenu popup={popup} label={t('Pods')} className="min-w-60">
      <MenuLabel>{t('Pods')}</MenuLabel>
      <MenuRadioGroup value={active?.id ?? ''} onValueChange={(podId: string) => void switchTo(podId)}>
        {pods.map((pod) => (
          <MenuRadioItem
            key={pod.id}
            value={pod.id}
            closeOnClick
            icon={<PodBadge name={pod.name} icon={pod.icon} />}
          >
            {pod.name}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      {guestOf.length > 0 && (
        <>
          <MenuLabel>{t('Guest of')}</MenuLabel>
          {guestOf.map((pod) => (
            <MenuItem
              key={pod.id}
              icon={<PodBadge name={pod.name} icon={pod.icon} />}
              onClick={() => showPodWindow({ kind: 'leave-as-guest', pod })}
            >
              {t('Leave “{name}”…', { name: pod.name })}
            </MenuItem>
          ))}
          <MenuSeparator />
        </>
      )}
      {invitations > 0 && (
        <MenuItem icon={<MailOpen />} onClick={() => showPodWindow({ kind: 'invitations' })}>
          {t('Invitations ({invitations})…', { invitations })}
        </MenuItem>
      )}
      <MenuItem icon={<Plus />} onClick={() => showPodWindow({ kind: 'create' })}>
        {t('New pod…')}
      </MenuItem>
      {active && <ActivePodItems pod={active} onRefresh={() => void refreshPodIndex(active.id, openPage)} />}
    </ButtonMenu>
  )

  function openPage(documentId: string) {
    void navigate({ to: '/$documentId', params: { documentId } })
  }
}

function ActivePodItems({ pod, onRefresh }: { pod: Pod; onRefresh(): void }) {
  const owns = pod.role === 'owner'
  return (
    <>
      <MenuSeparator />
      <MenuItem icon={<RefreshCw />} onClick={onRefresh}>
        {t('Refresh pod index')}
      </MenuItem>
      {!pod.isPersonal && (
        <MenuItem icon={<Users />} onClick={() => showPodWindow({ kind: 'people', pod })}>
          {t('People…')}
        </MenuItem>
      )}
      {owns && (
        <MenuItem icon={<Pencil />} onClick={() => showPodWindow({ kind: 'rename', pod })}>
          {t('Name and icon…')}
        </MenuItem>
      )}
      {!pod.isPersonal && pod.people > 1 && (
        <MenuItem icon={<LogOut />} onClick={() => showPodWindow({ kind: 'leave', pod })}>
          {t('Leave pod…')}
        </MenuItem>
      )}
      {owns && !pod.isPersonal && (
        <MenuItem icon={<Trash2 />} danger onClick={() => showPodWindow({ kind: 'delete', pod })}>
          {t('Delete pod…')}
        </MenuItem>
      )}
    </>
  )
}
