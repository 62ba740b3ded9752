import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Dialog, DialogContent } from '@/ui/dialog'
import { ErrorState } from '@/ui/error-state'
import { Skeleton } from '@/ui/skeleton'
import { InvitationList } from './invitation-list'
import { useInvitations } from './use-invitations'

/** The invitations to pods that wait for the person. */
export function InvitationsWindow({ onClose }: { onClose(): void }) {
  const { query, invitations } = useInvitations()
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('Invitations')}
        description={t(
          'Members of a pod read and edit every page in it. Nobody there sees anything of yours until you accept, and then only what you put into that pod.',
        )}
      >
        {query.isError && query.data === undefined ? (
          <ErrorState
            title={t('Your invitations could not be loaded')}
            action={<Button onClick={() => query.refetch()}>{t('Try again')}</Button>}
          />
        ) : query.data === undefined ? (
          <Skeleton className="h-16" />
        ) : invitations.length === 0 ? (
          <p className="text-text-muted">{t('No invitations are waiting for you.')}</p>
        ) : (
          <InvitationList invitations={invitations} onAccepted={onClose} />
        )}
      </DialogContent>
    </Dialog>
  )
}
