import type { Editor } from '@tiptap/core'
import { highlightSlash, pickSlash, SLASH_LIST_ID, slashOf } from '../core/slash'
import { Floating } from './floating'
import { Icon } from './icons'
import { OptionList } from './option-list'
import { useEditorValue } from './use-editor-value'

/** What `/` offers: every kind of block, in its group; typing searches. */
export function SlashMenu({ editor }: { editor: Editor }) {
  const slash = useEditorValue(editor, ({ state }) => slashOf(state))
  if (!slash) return null
  const { view } = editor
  const rect = () => {
    const { left, top, bottom } = view.coordsAtPos(Math.min(slash.from, view.state.doc.content.size))
    return new DOMRect(left, top, 0, bottom - top)
  }
  return (
    <Floating rect={rect} context={view.dom} anchorKey={slash.from}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press here must not take the caret out of the text */}
      <div className="panel slash-panel" onMouseDown={(event) => event.preventDefault()}>
        {slash.found.length > 0 ? (
          <OptionList
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
            onActive={(index) => highlightSlash(view, index)}
            onPick={(index) => pickSlash(view, slash.found[index]!)}
          />
        ) : (
          <p className="panel-empty" id={SLASH_LIST_ID}>
            No results
          </p>
        )}
        <span className="sr-only" role="status">
          {slash.found.length === 0 ? 'No results' : `${slash.found.length} commands`}
        </span>
      </div>
    </Floating>
  )
}
