import type { Editor } from '@tiptap/core'
import { highlightSlash, pickSlash, SLASH_LIST_ID, slashOf } from '../core/slash'
import { Icon } from './icons'
import { TypedMenu } from './typed-menu'
import { useEditorValue } from './use-editor-value'

/** What `/` offers: every kind of block, in its group; typing searches. */
export function SlashMenu({ editor }: { editor: Editor }) {
  const slash = useEditorValue(editor, ({ state }) => slashOf(state))
  if (!slash) return null
  const { view } = editor
  return (
    <TypedMenu
      view={view}
      from={slash.from}
      id={SLASH_LIST_ID}
      label="Commands"
      options={slash.found.map(({ entry }) => ({
        id: entry.id,
        label: entry.label,
        icon: <Icon name={entry.icon} />,
        // A search ranks; groups would tear its order apart.
        ...(slash.query === '' ? { group: entry.group } : {}),
        ...(entry.hint ? { hint: entry.hint } : {}),
      }))}
      active={slash.active}
      says={slash.found.length === 0 ? 'No results' : `${slash.found.length} commands`}
      onActive={(index) => highlightSlash(view, index)}
      onPick={(index) => pickSlash(view, slash.found[index]!)}
    />
  )
}
