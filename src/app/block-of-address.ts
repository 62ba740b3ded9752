import { useRouterState } from '@tanstack/react-router'
import type { Editor } from '@tiptap/core'
import { useEffect } from 'react'

/** `/{page}#{blockId}` scrolls to the block and flashes it (rulings 3), as soon as the page's editor is there. */
export function useBlockOfAddress(editor: Editor | null): void {
  const hash = useRouterState({ select: (state) => state.location.hash })
  useEffect(() => {
    if (!editor || hash === '') return
    let stop: (() => void) | null = null
    let isGone = false
    void import('@/editor/scroll-to-block').then(({ scrollToBlock }) => {
      if (!isGone) stop = scrollToBlock(editor, hash)
    })
    return () => {
      isGone = true
      stop?.()
    }
  }, [editor, hash])
}
