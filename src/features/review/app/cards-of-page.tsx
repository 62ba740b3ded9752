import type { Editor } from '@tiptap/core'
import { useMemo } from 'react'
import { hasSuggestions } from '@/document'
import type { OverlayProps } from '@/editor/contribution'
import { lazy } from '@/ui/lazy'
import { useStore } from '@/ui/use-store'

const SuggestionCards = lazy<{ editor: Editor; documentId: string }>(() => import('./suggestion-cards'))

/** The cards of a page, as soon as anything is suggested of it. */
export default function CardsOfPage({ editor, host }: OverlayProps) {
  const suggested = useMemo(() => hasSuggestions(editor.state), [editor])
  return useStore(suggested) && host.page ? (
    <SuggestionCards editor={editor} documentId={host.page.id} />
  ) : null
}
