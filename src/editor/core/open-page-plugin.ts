import type { Editor } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { listOpenPage } from '../open-pages'
import type { EditorHost } from '../source'
import { openEditor } from './open-editor'

/** Lists the editor among the open pages, for what stands beside a page and acts on it. */
export const openPagePlugin = (editor: Editor, host: () => EditorHost) =>
  new Plugin({ view: (view) => ({ destroy: listOpenPage(openEditor(editor, view, host)) }) })
