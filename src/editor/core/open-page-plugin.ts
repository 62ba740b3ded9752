import { Plugin } from '@tiptap/pm/state'
import { listOpenPage } from '../open-pages'
import type { EditorHost } from '../source'

/** Lists the editor among the open pages, for what stands beside a page and acts on it. */
export const openPagePlugin = (host: () => EditorHost) =>
  new Plugin({ view: (view) => ({ destroy: listOpenPage({ view, host }) }) })
