/** One line of the shortcut sheet. `keys` as `formatShortcut` reads them (`mod+shift+up`); several mean "or". */
export interface EditorShortcut {
  group: 'Text' | 'Blocks' | 'Selection' | 'Insert' | 'Find' | 'History'
  label: string
  keys: readonly string[]
}

/** What the keyboard does inside the page body (rulings 5, product.md 9.3). */
export const editorShortcuts: readonly EditorShortcut[] = [
  { group: 'Text', label: 'Bold', keys: ['mod+b'] },
  { group: 'Text', label: 'Italic', keys: ['mod+i'] },
  { group: 'Text', label: 'Underline', keys: ['mod+u'] },
  { group: 'Text', label: 'Strikethrough', keys: ['mod+shift+x'] },
  { group: 'Text', label: 'Code', keys: ['mod+e'] },
  { group: 'Text', label: 'Highlight', keys: ['mod+shift+h'] },
  { group: 'Text', label: 'Subscript', keys: ['mod+comma'] },
  { group: 'Text', label: 'Superscript', keys: ['mod+period'] },
  { group: 'Text', label: 'Link', keys: ['mod+k'] },
  { group: 'Text', label: 'Go to the formatting toolbar', keys: ['alt+f10'] },
  { group: 'Blocks', label: 'Paragraph', keys: ['mod+alt+0'] },
  { group: 'Blocks', label: 'Heading 1 to 6', keys: ['mod+alt+1', 'mod+alt+6'] },
  { group: 'Blocks', label: 'Code block', keys: ['mod+alt+8'] },
  { group: 'Blocks', label: 'Quote', keys: ['mod+shift+period'] },
  { group: 'Blocks', label: 'Indent', keys: ['tab'] },
  { group: 'Blocks', label: 'Outdent', keys: ['shift+tab'] },
  { group: 'Blocks', label: 'Move up', keys: ['mod+shift+up'] },
  { group: 'Blocks', label: 'Move down', keys: ['mod+shift+down'] },
  { group: 'Blocks', label: 'Duplicate', keys: ['mod+d'] },
  { group: 'Blocks', label: 'Block menu', keys: ['mod+/'] },
  { group: 'Selection', label: 'Select the block', keys: ['escape'] },
  { group: 'Selection', label: 'Extend the block selection', keys: ['shift+up', 'shift+down'] },
  { group: 'Selection', label: 'Back to the text', keys: ['enter'] },
  { group: 'Selection', label: 'Select the text of the block, then the page', keys: ['mod+a'] },
  { group: 'Insert', label: 'Commands', keys: ['/'] },
  { group: 'Insert', label: 'Empty block below', keys: ['mod+enter'] },
  { group: 'Insert', label: 'Empty block above', keys: ['mod+shift+enter'] },
  { group: 'Insert', label: 'Paste without formatting', keys: ['mod+shift+v'] },
  { group: 'Find', label: 'Find on this page', keys: ['mod+f'] },
  { group: 'Find', label: 'Find and replace', keys: ['mod+h'] },
  { group: 'Find', label: 'Next match', keys: ['enter', 'f3', 'mod+g'] },
  { group: 'Find', label: 'Previous match', keys: ['shift+enter', 'shift+f3', 'mod+shift+g'] },
  { group: 'History', label: 'Undo', keys: ['mod+z'] },
  { group: 'History', label: 'Redo', keys: ['mod+shift+z', 'mod+y'] },
]
