import type { Ref } from 'react'
import { useToolbarShown } from './menus/fixed-toolbar/toolbar-view'
import './menus/fixed-toolbar/toolbar.css'

interface ToolbarPlaceProps {
  ref: Ref<HTMLDivElement>
  /** The page can only be read. */
  hidden?: boolean
}

/**
 * The room that the toolbar takes at the top of a page (`EditorHost.toolbarPlace`): there from the start, so that nothing
 * moves when the toolbar comes. It stays at the upper edge of what is scrolled. Nothing on a phone, which has its own bar.
 */
export function ToolbarPlace({ ref, hidden = false }: ToolbarPlaceProps) {
  const isShown = useToolbarShown()
  return <div ref={ref} className="toolbar-place" hidden={hidden || !isShown} />
}
