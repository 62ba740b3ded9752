import type { Editor } from '@tiptap/core'
import { entriesIn } from '@/blocks/kit/action'
import { allOf, useContributions } from '../contribution'
import { targetIn } from '../core/open-editor'
import type { EditorHost } from '../source'
import { ToolButton } from './formatting-buttons'
import { ActionIcon } from './icons'

/** What features do with selected text, such as commenting on it. */
export function OverTextTools({ editor, host }: { editor: Editor; host: EditorHost }) {
  const actions = allOf(useContributions(), (one) => one.actions)
  return entriesIn('overText', actions, targetIn(editor, host)).map(({ id, label, icon, shortcut, run }) => (
    <ToolButton key={id} label={label} {...(shortcut ? { shortcut } : {})} tabIndex={-1} onClick={run}>
      <ActionIcon icon={icon} />
    </ToolButton>
  ))
}
