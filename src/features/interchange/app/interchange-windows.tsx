import { useNavigate } from '@tanstack/react-router'
import { queryClient, trpc } from '@/app/rpc'
import type { ExportChoice } from './export-choice'
import { ExportDialog } from './export-dialog'
import { ImportDialog } from './import-dialog'
import { showInterchange, useInterchangeWindow } from './windows'

/** The windows of this feature; stands once in the application and shows what `showInterchange` asks for. */
export default function InterchangeWindows({ drawn }: { drawn: readonly ExportChoice[] }) {
  const open = useInterchangeWindow()
  const navigate = useNavigate()
  const close = (next: boolean) => {
    if (!next) showInterchange(null)
  }
  if (open?.kind === 'export')
    return <ExportDialog open onOpenChange={close} page={open.page} drawn={drawn} />
  if (open?.kind !== 'import') return null
  return (
    <ImportDialog
      open
      onOpenChange={close}
      parentDocumentId={open.parentDocumentId}
      onImported={() => void queryClient.invalidateQueries(trpc.document.pathFilter())}
      onOpenPage={(documentId) => void navigate({ to: '/$documentId', params: { documentId } })}
    />
  )
}
