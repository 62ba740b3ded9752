import { LayoutTemplate, SquarePlus } from 'lucide-react'
import type { Action } from '@/app/actions'
import { queryClient, rpc, trpc } from '@/app/rpc'
import { runCopy } from '@/features/pages/app/copy-run'
import { showTemplates } from './template-window'

/** Opens the gallery of templates: for menus, the palette and home. */
export const newFromTemplate: Action = {
  id: 'template.new',
  label: 'New from template',
  icon: LayoutTemplate,
  section: 'Pages',
  keywords: ['gallery', 'sample', 'copy', 'form'],
  run: () => showTemplates({ parentDocumentId: null }),
}

/** Opens the gallery; what is made goes into a page. */
export const newFromTemplateIn = (page: { id: string }): Action => ({
  ...newFromTemplate,
  id: 'template.newInside',
  label: 'New from template inside',
  run: () => showTemplates({ parentDocumentId: page.id }),
})

/** Keeps a copy of a page, with what is inside it, as a template of its pod. */
export const saveAsTemplate = (page: { id: string }): Action => ({
  id: 'template.save',
  label: 'Save as template',
  icon: SquarePlus,
  section: 'Page',
  run: () =>
    void runCopy({
      says: {
        loading: 'Saving template...',
        done: 'Template saved.',
        failed: 'Failed to save template',
      },
      call: (copyId, signal) => rpc.template.save.mutate({ id: page.id, copyId }, { signal }),
      open: () => showTemplates({ parentDocumentId: null }),
    }).then(() => queryClient.invalidateQueries({ queryKey: trpc.template.pathKey() })),
})
