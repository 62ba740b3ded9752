import type { Plugin } from 'vite'

/**
 * Commands of Tiptap that no editor of ours calls: lists, wrapping and splitting are our own, and its keys are switched off.
 * It hands all commands over as one value, so that a bundler keeps every one of them.
 */
export const UNUSED_COMMANDS: readonly string[] = [
  'createParagraphNear',
  'deleteCurrentNode',
  'deleteNode',
  'exitCode',
  'forEach',
  'insertDefaultBlock',
  'joinBackward',
  'joinDown',
  'joinForward',
  'joinItemBackward',
  'joinItemForward',
  'joinTextblockBackward',
  'joinTextblockForward',
  'joinUp',
  'keyboardShortcut',
  'lift',
  'liftEmptyBlock',
  'liftListItem',
  'newlineInCode',
  'resetAttributes',
  'selectNodeBackward',
  'selectNodeForward',
  'selectTextblockEnd',
  'selectTextblockStart',
  'setNode',
  'setTextDirection',
  'sinkListItem',
  'splitBlock',
  'splitListItem',
  'toggleList',
  'toggleNode',
  'toggleWrap',
  'unsetTextDirection',
  'updateAttributes',
  'wrapIn',
  'wrapInList',
]

/** The code of `@tiptap/core` without the unused commands. */
export function withoutUnusedCommands(code: string): string {
  const names = UNUSED_COMMANDS.join('|')
  return code.replace(/commands_exports = \/\* @__PURE__ \*\/ __exportAll\(\{[^}]*\}\)/, (list) =>
    list.replaceAll(new RegExp(`^\\s*(?:${names}): \\(\\) => [\\w$]+,?\\n`, 'gm'), ''),
  )
}

/** Leaves them out of what a page loads first. */
export const unusedCommands: Plugin = {
  name: 'unused-commands',
  transform: {
    filter: { id: /\/@tiptap\/core\/dist\/index\.js$/ },
    handler: (code) => withoutUnusedCommands(code),
  },
}

/** The code of `lib0/dom` with its checks said to be without effect. */
export const withoutUnusedChecks = (code: string): string =>
  code.replaceAll('$.$custom(', '/* @__PURE__ */ $.$custom(')

/**
 * What Yjs logs with makes checks of a DOM as it loads. Nobody uses them here; said to be without effect, they stay out
 * of every page's first load, and with them the library of schemas that they are made with.
 */
export const unusedChecks: Plugin = {
  name: 'unused-checks',
  transform: {
    filter: { id: /\/lib0\/dom\.js$/ },
    handler: (code) => withoutUnusedChecks(code),
  },
}
