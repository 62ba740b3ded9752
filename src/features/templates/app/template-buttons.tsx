import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { rpc, trpc } from '@/app/rpc'
import { runCopy } from '@/features/pages/app/copy-run'
import { reportFailure } from '@/features/pages/app/report-failure'
import { factsOfPage, type PageDetail } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import { mayDo } from '@/shared/permissions'
import { Button } from '@/ui/button'

/** What can be done with a page that is a template. */
export default function TemplateButtons({ page }: { page: PageDetail }) {
  const { id } = page
  const queries = useQueryClient()
  const navigate = useNavigate()
  const ordinary = useMutation({
    mutationFn: () => rpc.template.turnIntoPage.mutate({ id }),
    onError: (error) => reportFailure(error, t('Failed to update document')),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: trpc.document.pathKey() }),
        queries.invalidateQueries({ queryKey: trpc.template.pathKey() }),
      ]),
  })
  const use = async () => {
    const made = await runCopy({
      says: {
        loading: t('Creating page...'),
        done: t('Page created.'),
        failed: t('Failed to create a new note!'),
      },
      call: (copyId, signal) => rpc.template.use.mutate({ id, copyId }, { signal }),
    })
    if (made) await navigate({ to: '/$documentId', params: { documentId: made.id } })
  }
  return (
    <>
      <Button size="sm" onClick={use}>
        {t('Use template')}
      </Button>
      {mayDo(factsOfPage(page), 'edit') && (
        <Button size="sm" variant="ghost" disabled={ordinary.isPending} onClick={() => ordinary.mutate()}>
          {t('Turn into a page')}
        </Button>
      )}
    </>
  )
}
