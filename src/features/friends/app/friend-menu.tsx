import { Ban, Ellipsis, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { t } from '@/shared/i18n'
import { IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { ButtonMenu, MenuItem } from '@/ui/menu'
import { PopupButton } from '@/ui/popup-button'
import type { FriendUser } from '../model'
import { act, doing } from './use-friends'

/** What is done about somebody less often: removing them from one's friends, and blocking them. Both ask first. */
export function FriendMenu({ person, isFriend }: { person: FriendUser; isFriend: boolean }) {
  const { name } = person
  const [asked, setAsked] = useState<'remove' | 'block' | null>(null)
  const close = (open: boolean) => !open && setAsked(null)
  return (
    <>
      <PopupButton
        kind="menu"
        button={
          <IconButton label={t('More for {name}', { name })}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        {(popup) => (
          <ButtonMenu popup={popup} align="end" label={t('More for {name}', { name })}>
            {isFriend && (
              <MenuItem icon={<UserMinus />} onClick={() => setAsked('remove')}>
                {t('Remove friend')}
              </MenuItem>
            )}
            <MenuItem icon={<Ban />} danger onClick={() => setAsked('block')}>
              {t('Block')}
            </MenuItem>
          </ButtonMenu>
        )}
      </PopupButton>
      <ConfirmDialog
        open={asked === 'remove'}
        onOpenChange={close}
        title={t('Remove {name} from your friends?', { name })}
        description={t('They are not told. Pages that you share stay shared.')}
        confirmLabel={t('Remove friend')}
        danger
        onConfirm={() => act(doing.remove(person))}
      />
      <ConfirmDialog
        open={asked === 'block'}
        onOpenChange={close}
        title={t('Block {name}?', { name })}
        description={t(
          'You will neither find nor reach each other: no requests, invitations or notifications. They are not told. Pages and pods that you share stay shared.',
        )}
        confirmLabel={t('Block')}
        danger
        onConfirm={() => act(doing.block(person))}
      />
    </>
  )
}
