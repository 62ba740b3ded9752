import { lazy } from 'react'

export { useExpanded } from './expanded'
export type { PageAction, PageActionsOf } from './page-actions'
export { PageTree, type PageTreeProps, type TreeEditing, type TreeItem } from './page-tree'
export { PagesSidebar, type PagesSidebarProps } from './pages-sidebar'
export { SignedInHome } from './signed-in-home'
export { TrashPanel } from './trash-panel'

/** The screen of one page; its code (documents, live editing) is loaded when the first page is opened. */
export const PageScreen = lazy(() => import('./page-screen').then((m) => ({ default: m.PageScreen })))
