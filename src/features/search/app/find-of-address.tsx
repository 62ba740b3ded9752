import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onOpenPages, openPage } from '@/editor/open-pages'

/** `/{documentId}?find=words` marks the words on the page and goes to the first of them (product.md 2.25). */
export default function FindOfAddress(): null {
  const address = useRouterState({ select: ({ location }) => `${location.pathname}${location.searchStr}` })
  useEffect(() => {
    const words = new URL(address, window.location.href).searchParams.get('find')?.trim()
    if (!words) return
    let isAsked = false
    const ask = () => {
      const page = openPage()
      if (isAsked || !page) return
      isAsked = true
      const { view } = page
      // Its code is there: the editor has it.
      void import('@/editor/find/find-plugin').then(({ openFind }) => {
        if (!view.isDestroyed) openFind({ words })(view.state, view.dispatch, view)
      })
    }
    ask()
    return onOpenPages(ask)
  }, [address])
  return null
}
