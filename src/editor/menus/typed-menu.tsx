import type { EditorView } from '@tiptap/pm/view'
import { Floating } from './floating'
import { type Option, OptionList } from './option-list'

/** Where the caret stands at this position, as the place of a popup; a position behind the page is its end. */
export function caretRect(view: EditorView, pos: number): DOMRect {
  const { left, top, bottom } = view.coordsAtPos(Math.min(pos, view.state.doc.content.size))
  return new DOMRect(left, top, 0, bottom - top)
}

interface TypedMenuProps {
  view: EditorView
  /** Where what was typed begins: the menu hangs there. */
  from: number
  /** The id of its list, to which the page's text refers while the caret stays in it. */
  id: string
  label: string
  options: readonly Option[]
  active: number
  /** How many there are, or why there are none; also told to those who listen. */
  says: string
  onActive(index: number): void
  onPick(index: number): void
}

/** What opens below the caret while a trigger and some letters are typed (`/`, `@`, `#`, `:name`). */
export function TypedMenu({
  view,
  from,
  id,
  label,
  options,
  active,
  says,
  onActive,
  onPick,
}: TypedMenuProps) {
  return (
    <Floating rect={() => caretRect(view, from)} context={view.dom} anchorKey={from}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press here must not take the caret out of the text */}
      <div className="panel slash-panel" onMouseDown={(event) => event.preventDefault()}>
        {options.length > 0 ? (
          <OptionList
            id={id}
            label={label}
            options={options}
            active={Math.min(active, options.length - 1)}
            onActive={onActive}
            onPick={onPick}
          />
        ) : (
          <p className="panel-empty" id={id}>
            {says}
          </p>
        )}
        <span className="sr-only" role="status">
          {says}
        </span>
      </div>
    </Floating>
  )
}
