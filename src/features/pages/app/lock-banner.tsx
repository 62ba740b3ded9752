import { Lock } from 'lucide-react'
import { t } from '@/shared/i18n'
import { mayDo } from '@/shared/permissions'
import { Banner } from '@/ui/banner'
import { Button } from '@/ui/button'
import { factsOfPage, type PageDetail } from '../model'
import { useUpdatePage } from './use-pages'

/** Says that nobody can write on the page, and lets an editor unlock it (rulings 3, `lockPage`). */
export default function LockBanner({ page }: { page: PageDetail }) {
  const { id } = page
  const update = useUpdatePage()
  const canUnlock = mayDo(factsOfPage(page), 'lock')
  return (
    <Banner
      tone="warning"
      icon={<Lock aria-hidden />}
      action={
        canUnlock && (
          <Button
            size="sm"
            disabled={update.isPending}
            onClick={() => update.mutate({ id, lockPage: false })}
          >
            {t('Unlock')}
          </Button>
        )
      }
    >
      {canUnlock
        ? t('This page is locked. Nobody can change it until it is unlocked.')
        : t('This page is locked. It can be read, and changed once an editor has unlocked it.')}
    </Banner>
  )
}
