import type { Editor } from '@tiptap/core'
import type { ComponentType } from 'react'
import { markKinds } from '@/blocks'
import { type BlockAction, blockActions } from './core/block-menu-actions'
import { blockChoices } from './core/choices'
import { openLink } from './core/link'
import { showJsx } from './core/surface-state'
import { insertChoice } from './core/turn-into'
import { openFind } from './find/find-plugin'
import { isToolbarShown, showToolbar } from './menus/fixed-toolbar/toolbar-view'
import { iconNamed } from './menus/icons'

/**
 * Something that can be done in the editor, in the shape that the command palette takes. Without its shortcut: that
 * is the editor's own key, and must do nothing while the focus is elsewhere.
 */
export interface EditorAction {
  id: string
  label: string
  icon: ComponentType
  section: string
  keywords?: string[]
  enabled(): boolean
  run(): void
}

/** Outside of the block menu a label has to say what it is about. */
function paletteLabel({ group, label, palette }: BlockAction): string {
  if (palette) return palette
  if (group === 'Turn into') return `Turn into ${label.toLowerCase()}`
  return group === 'Actions' ? `${label} block` : `${group}: ${label.toLowerCase()}`
}

/** Marks that are on or off, and the link, which asks for its address. */
const plainMarks = markKinds.filter(({ needs }) => needs === undefined || needs === 'url')

/** What the palette can do in this editor: marks, blocks, inserting, undo. All of it acts on the selection. */
export function editorActions(editor: Editor): EditorAction[] {
  const { view } = editor
  const editable = () => !editor.isDestroyed && editor.isEditable
  const blocks = blockActions.map((action) => ({
    id: `editor.${action.id}`,
    label: paletteLabel(action),
    icon: iconNamed(action.icon),
    keywords: [...action.keywords],
    enabled: () => editable() && action.command(editor.state),
    run: () => {
      view.focus()
      action.command(editor.state, view.dispatch, view)
    },
  }))
  const marks = plainMarks.map((mark) => ({
    id: `editor.mark-${mark.kind}`,
    label: mark.label,
    icon: iconNamed(mark.icon),
    keywords: ['format'],
    enabled: () => editable() && !editor.state.selection.empty,
    run: () => {
      view.focus()
      if (mark.kind === 'link') openLink(editor.state, view.dispatch)
      else editor.chain().focus().toggleMark(mark.kind).run()
    },
  }))
  const inserts = blockChoices.map((choice) => ({
    id: `editor.insert-${choice.entry.id}`,
    label: `Insert ${choice.entry.label.toLowerCase()}`,
    icon: iconNamed(choice.entry.icon),
    keywords: [...choice.entry.keywords],
    enabled: editable,
    run: () => {
      view.focus()
      insertChoice(choice, null)(editor.state, view.dispatch)
    },
  }))
  const history = (['undo', 'redo'] as const).map((name) => ({
    id: `editor.${name}`,
    label: name === 'undo' ? 'Undo' : 'Redo',
    icon: iconNamed(name),
    enabled: () => editable() && editor.can()[name](),
    run: () => {
      view.focus()
      editor.commands[name]()
    },
  }))
  const find = [false, true].map((replacing) => ({
    id: replacing ? 'editor.replace' : 'editor.find',
    label: replacing ? 'Find and replace' : 'Find on this page',
    icon: iconNamed('search'),
    keywords: ['search', 'highlight'],
    enabled: () => !editor.isDestroyed && (!replacing || editor.isEditable),
    run: () => void openFind({ replacing })(editor.state, view.dispatch, view),
  }))
  const jsx = {
    id: 'editor.jsx',
    label: 'Show the page as JSX',
    icon: iconNamed('code'),
    section: 'Editor',
    keywords: ['export', 'code', 'value', 'fixture'],
    enabled: editable,
    run: () => void showJsx(editor.state, view.dispatch),
  }
  const toolbar = {
    id: 'editor.toolbar',
    label: 'Show or hide the toolbar',
    icon: iconNamed('panel-top-close'),
    section: 'View',
    keywords: ['formatting', 'tools'],
    enabled: editable,
    run: () => showToolbar(!isToolbarShown()),
  }
  return [
    ...[...marks, ...blocks, ...inserts, ...find, ...history].map((action) => ({
      ...action,
      section: 'Editor',
    })),
    jsx,
    toolbar,
  ]
}
