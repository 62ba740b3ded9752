import type { Editor } from '@tiptap/core'
import type { EditorView } from '@tiptap/pm/view'
import { PageSign } from '@/blocks/icon/page-sign'
import { useEditorValue } from '@/blocks/kit/use-editor-value'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { Floating } from '@/ui/floating'
import { SLASH_LIST, slashHabits } from '../core/slash'
import { rememberInserted, slashOrder } from '../core/slash-order'
import { highlightItem, type OpenMenu, pickItem, shownMenu, type TypedOption } from '../core/typed-menu'
import { Icon } from './icons'
import { type Option, OptionList } from './option-list'
import { slashWords } from './slash-words'

/** Where the caret stands at this position, as the place of a popup; a position behind the page is its end. */
export function caretRect(view: EditorView, pos: number): DOMRect {
  const { left, top, bottom } = view.coordsAtPos(Math.min(pos, view.state.doc.content.size))
  return new DOMRect(left, top, 0, bottom - top)
}

function asOption({ icon, person, ...option }: TypedOption): Option {
  if (person) return { ...option, icon: <Avatar name={person.name} src={person.avatarUrl} size="sm" /> }
  return icon ? { ...option, icon: <PageSign icon={icon.sign} empty={<Icon name={icon.name} />} /> } : option
}

slashHabits.order = slashOrder
slashHabits.remember = rememberInserted

/** The id of the option that Enter takes. */
function idOf({ menu, items, active, ...typed }: OpenMenu): string {
  const item = items[Math.min(active, items.length - 1)]
  return item === undefined ? '' : menu.option(item, typed).id
}

/** What opens below the caret while a trigger and some letters are typed (`/`, `@`, `#`, `:name`). */
export function TypedMenus({ editor }: { editor: Editor }) {
  const open = useEditorValue(editor, ({ state }) => shownMenu(state))
  if (!open) return null
  const { view } = editor
  const { menu, from, items, active } = open
  const says =
    open.hasFailed && items.length === 0 ? t('The search failed. Type on to try again.') : menu.says(open)
  const about = menu.listId === SLASH_LIST ? slashWords(idOf(open)) : ''
  return (
    <Floating key={menu.listId} rect={() => caretRect(view, from)} context={view.dom} anchorKey={from}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press here must not take the caret out of the text */}
      <div className="panel slash-panel" onMouseDown={(event) => event.preventDefault()}>
        {items.length > 0 ? (
          <OptionList
            id={menu.listId}
            label={menu.label(open.trigger)}
            options={items.map((item) => asOption(menu.option(item, open)))}
            active={Math.min(active, items.length - 1)}
            onActive={(index) => highlightItem(view, index)}
            onPick={(index) => pickItem(view, index)}
            {...(about ? { activeAbout: `${menu.listId}-about` } : {})}
          />
        ) : (
          <p className="panel-empty" id={menu.listId}>
            {says}
          </p>
        )}
        {menu.listId === SLASH_LIST && items.length > 0 && (
          <p id={`${menu.listId}-about`} className="option-about">
            {about}
          </p>
        )}
        <span className="sr-only" role="status">
          {says}
        </span>
      </div>
    </Floating>
  )
}
