import { Lock } from 'lucide-react'
import { Banner } from '@/ui/banner'
import { Button } from '@/ui/button'
import type { PageDetail } from '../model'
import { useUpdatePage } from './use-pages'

/** Says that nobody can write on the page, and lets an editor unlock it (rulings 3, `lockPage`). */
export function LockBanner({ page: { id, permissions } }: { page: Pick<PageDetail, 'id' | 'permissions'> }) {
  const update = useUpdatePage()
  return (
    <Banner
      tone="warning"
      icon={<Lock aria-hidden />}
      action={
        permissions.canLock && (
          <Button
            size="sm"
            disabled={update.isPending}
            onClick={() => update.mutate({ id, lockPage: false })}
          >
            Unlock
          </Button>
        )
      }
    >
      {permissions.canLock
        ? 'This page is locked. Nobody can change it until it is unlocked.'
        : 'This page is locked. It can be read, and changed once an editor has unlocked it.'}
    </Banner>
  )
}
