import { Extension, type Extensions } from '@tiptap/core'
import { dropCursor } from '@tiptap/pm/dropcursor'
import { gapCursor } from '@tiptap/pm/gapcursor'
import { history, redo, undo } from '@tiptap/pm/history'
import { keymap } from '@tiptap/pm/keymap'
import type { Command } from '@tiptap/pm/state'
import { schemaExtensions } from '@/blocks'
import type { Action } from '@/blocks/kit/action'
import { liveExtensions, type PageGuard, sectionsPlugin } from '@/document'
import { toast } from '@/ui/toast'
import { clipboard } from './clipboard/clipboard'
import { keptPlaces } from './clipboard/kept-place'
import { pastedMarkdown } from './clipboard/pasted-text'
import { allOf, type Contribution } from './contribution'
import { atomKeys } from './core/atoms'
import { blockIds } from './core/block-ids'
import { blockSelectionPlugin } from './core/block-selection'
import { blockPrograms, withBlockViews } from './core/block-views'
import { columnShape } from './core/column-shape'
import { cursorOverlay } from './core/cursor-overlay'
import { emojiMenu } from './core/emoji'
import { baseKeys, editorKeymap } from './core/keymap'
import { leaveUpwards } from './core/leave-upwards'
import { mentionMenu } from './core/mention'
import { movedCaret } from './core/moved-caret'
import { targetIn } from './core/open-editor'
import { openPagePlugin } from './core/open-page-plugin'
import { outlinePlugin } from './core/outline'
import { placeholderPlugin } from './core/placeholder'
import { pointerPlugin } from './core/pointer'
import { readingRoles } from './core/reading-roles'
import { sectionViews } from './core/sections'
import { selectBlocks } from './core/select-blocks'
import { type Single, singleBlock } from './core/single-block'
import { slashMenu } from './core/slash'
import { surfaceState } from './core/surface-state'
import { cellPaste, tablePlugin } from './core/table-plugin'
import { togglesPlugin } from './core/toggles'
import { trailingBlock } from './core/trailing-block'
import { type AnyTypedMenu, typedMenus } from './core/typed-menu'
import { typingOverBlocks } from './core/typing-over-blocks'
import { linksAtEnter, typingRules } from './core/typing-rules'
import { findPlugin } from './find/find-plugin'
import { livingKinds } from './living-kinds'
import { mediaPlugin } from './media/media-plugin'
import { reviewExtension } from './review/review-plugin'
import { flashPlugin } from './scroll-to-block'
import type { EditorHost, EditorSource } from './source'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    localHistory: {
      undo: () => ReturnType
      redo: () => ReturnType
    }
  }
}

/** Keeps the key also with nothing to do: passed on, Mod-Shift-z under caps lock or on a Mac would be Mod-z. */
const always =
  (command: Command): Command =>
  (...state) =>
    command(...state) || true

/** Undo of a page that only this browser knows; a live page brings its own (rulings 4). */
const localHistory = Extension.create({
  name: 'localHistory',
  addCommands: () => ({
    undo:
      () =>
      ({ state, tr, view, dispatch }) => {
        tr.setMeta('preventDispatch', true)
        return undo(state, dispatch && view.dispatch)
      },
    redo:
      () =>
      ({ state, tr, view, dispatch }) => {
        tr.setMeta('preventDispatch', true)
        return redo(state, dispatch && view.dispatch)
      },
  }),
  addProseMirrorPlugins: () => [
    history({ newGroupDelay: 500 }),
    keymap({ 'Mod-z': always(undo), 'Mod-Shift-z': always(redo), 'Mod-y': always(redo) }),
  ],
})

/** Everything the editor is made of besides the kinds of blocks. The first plugin that wants a key or event has it. */
const surface = (
  host: () => EditorHost,
  single: Single | undefined,
  added: { actions: readonly Action[]; typedMenus: readonly AnyTypedMenu[] },
) =>
  Extension.create({
    name: 'surface',
    priority: 1000,
    addProseMirrorPlugins() {
      return [
        surfaceState((message) => toast.error(message)),
        ...(single ? [singleBlock(single)] : []),
        typedMenus(
          [
            ...(single ? [] : [slashMenu(added.actions, () => targetIn(this.editor, host()))]),
            mentionMenu,
            emojiMenu,
            ...added.typedMenus,
          ],
          host,
        ),
        atomKeys(host),
        editorKeymap(),
        movedCaret(),
        typingOverBlocks(),
        blockSelectionPlugin(),
        cursorOverlay(),
        ...(single ? [] : [selectBlocks(), trailingBlock()]),
        blockIds(),
        placeholderPlugin(),
        sectionsPlugin(),
        sectionViews(),
        readingRoles(),
        pointerPlugin(host),
        mediaPlugin(host, (message) => toast.error(message)),
        cellPaste((message) => toast.error(message)),
        pastedMarkdown(),
        keptPlaces(),
        clipboard(this.editor.schema, host, (message) => toast.error(message), !single),
        tablePlugin(),
        flashPlugin(),
        ...(single ? [] : [findPlugin(), openPagePlugin(this.editor, host)]),
        blockPrograms(),
        togglesPlugin(),
        columnShape(),
        outlinePlugin(),
        gapCursor(),
        // Behind the place above a table, which comes first.
        ...(single ? [] : [leaveUpwards(host)]),
        dropCursor({ color: 'var(--color-accent)', width: 2, class: 'drop-cursor' }),
      ]
    },
  })

/** What of Tiptap's own an editor does without: the surface has its own keys, clipboard and dropping. */
export const CORE_EXTENSIONS = {
  keymap: false,
  clipboardTextSerializer: false,
  delete: false,
  drop: false,
  paste: false,
} as const

/**
 * All Tiptap extensions of an editor with this source: those of the contributions, the editor's own, and the kinds. `guard`
 * is told when a live page and its editor come apart.
 */
export function editorExtensions(
  source: EditorSource,
  host: () => EditorHost,
  {
    guard,
    contributions = [],
  }: { guard?: PageGuard | undefined; contributions?: readonly Contribution[] } = {},
): Extensions {
  return [
    ...contributions.flatMap(({ extensions }) => extensions?.(host) ?? []),
    surface(host, source.kind === 'local' ? source.single : undefined, {
      actions: allOf(contributions, ({ actions }) => actions),
      typedMenus: allOf(contributions, (one) => one.typedMenus),
    }),
    baseKeys,
    typingRules,
    linksAtEnter,
    ...withBlockViews(
      schemaExtensions(),
      [...livingKinds, ...allOf(contributions, ({ kinds }) => kinds)],
      host,
    ),
    ...(source.kind === 'live'
      ? [...liveExtensions({ ...source, ...(guard && { guard }) }), reviewExtension(source)]
      : [localHistory]),
  ]
}
