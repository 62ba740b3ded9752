import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { t } from '@/shared/i18n'
import { Banner } from '@/ui/banner'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { useDeletePage, useRestorePage } from './use-pages'

/** Says that the page is in the trash, and offers the two ways out (product.md 2.30). */
export default function TrashBanner({ id, title }: { id: string; title: string }) {
  const [asking, setAsking] = useState(false)
  const restore = useRestorePage('banner')
  const remove = useDeletePage('banner')
  const navigate = useNavigate()

  const deleteForGood = () =>
    remove.mutateAsync({ id }).then(
      () => navigate({ to: '/' }),
      // The change itself has said what failed; the page is still here.
      () => undefined,
    )

  return (
    <>
      <Banner
        tone="danger"
        icon={<Trash2 aria-hidden />}
        action={
          <>
            <Button size="sm" disabled={restore.isPending} onClick={() => restore.mutate({ id })}>
              {t('Restore')}
            </Button>
            <Button size="sm" variant="ghost" className="text-danger" onClick={() => setAsking(true)}>
              {t('Delete permanently')}
            </Button>
          </>
        }
      >
        {t('This page is in the trash.')}
      </Banner>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Delete “{title}” permanently?', { title })}
        description={t(
          'This page and the pages that went to the trash inside it are deleted for good. This cannot be undone.',
        )}
        confirmLabel={t('Delete permanently')}
        danger
        onConfirm={deleteForGood}
      />
    </>
  )
}
