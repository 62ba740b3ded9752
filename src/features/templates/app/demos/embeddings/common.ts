/**
 * The templates whose mean vector stands for what all texts have in common. They are named, so that a template that is added moves no
 * other: with the mean of whatever templates there are, seven new ones had made "collaboration tools" find nothing.
 */
export const COMMON_TO: ReadonlySet<string> = new Set(
  'align autoformat basic-blocks basic-marks block-menu blocks callout code-block collaboration columns context cursor-overlay date drag-and-drop editor embeddings emojis equations exit-break exports find-replace floating-toolbar form icons imports indent index link lists markdown media mention preview-markdown search select-editor single-block slash-command stashing table-of-contents table trailing-block version-history'.split(
    ' ',
  ),
)
