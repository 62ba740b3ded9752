import { type Action, type ActionTarget, entriesIn } from '@/blocks/kit/action'
import type { InsertEntry } from '@/blocks/kit/define-block'
import { t } from '@/shared/i18n'
import { type BlockChoice, blockChoices, findChoices } from './choices'
import { insertChoice } from './turn-into'
import type { TypedMenu } from './typed-menu'

/** What `/` offers: a block or atom to insert, or an action of a feature. */
interface SlashItem {
  entry: Pick<InsertEntry, 'id' | 'label' | 'icon' | 'keywords' | 'hint'> & { group: string }
  choice?: BlockChoice
  run?(): void
}

const inserts: readonly SlashItem[] = blockChoices.map((choice) => ({ entry: choice.entry, choice }))

/** The id of the list of what can be inserted. */
export const SLASH_LIST = 'slash-commands'

/** The order of an empty query, and what remembers what was chosen: they come with the menus that show it. */
export const slashHabits = {
  order: (items: readonly SlashItem[]): SlashItem[] => [...items],
  remember: (_id: string): void => {},
}

/** Nothing matches: the menu stays for a few letters, in case of a slip, and then lets the text be text. */
const PATIENCE = 3

function lastMatching(query: string, items: readonly SlashItem[]): number {
  let length = query.length
  while (length > 0 && findChoices(query.slice(0, length), items).length === 0) length--
  return length
}

/** Takes away what was typed, then does it: giving up the panel of a new block takes back the block alone. */
const isOnItsOwn = ({ choice }: SlashItem): boolean =>
  choice === undefined || choice.entry.panel !== undefined

/**
 * `/` opens the list of what can be inserted (product.md 9.3), and behind it what features do there (`slashMenu` among the
 * places of an action).
 */
export function slashMenu(actions: readonly Action[], target: () => ActionTarget): TypedMenu<SlashItem> {
  const offered = actions.filter(({ places }) => places.slashMenu)
  const added = (): SlashItem[] =>
    offered.length === 0
      ? []
      : entriesIn('slashMenu', offered, target()).map(({ id, label, icon, keywords, group, run }) => ({
          entry: {
            id,
            label,
            keywords,
            group: group ?? 'Actions',
            icon: typeof icon === 'string' ? icon : '',
          },
          run,
        }))
  return {
    listId: SLASH_LIST,
    triggers: ['/'],
    // Behind a Chinese or Japanese sentence nobody types a space; between words a slash is "or".
    after: /[\s。、！？]/,
    accepts: ({ query }) => !/^\s/.test(query),
    find(typed, state) {
      const all = [...inserts, ...added()]
      const found = typed.query === '' ? slashHabits.order(all) : findChoices(typed.query, all)
      return found.filter(({ choice }) => !choice || insertChoice(choice, typed)(state))
    },
    givesUp({ items, query }, before) {
      if (items.length > 0) return false
      const lost =
        before?.items.length === 0 ? query.length - lastMatching(query, [...inserts, ...added()]) : 0
      return lost > PATIENCE || /\s$/.test(query)
    },
    pick(view, item, typed) {
      const { choice, run } = item
      slashHabits.remember(item.entry.id)
      if (isOnItsOwn(item)) view.dispatch(view.state.tr.delete(typed.from, typed.to))
      if (choice) insertChoice(choice, isOnItsOwn(item) ? null : typed)(view.state, view.dispatch)
      run?.()
      view.focus()
    },
    option: ({ entry }, { query }) => ({
      id: entry.id,
      label: entry.label,
      icon: { name: entry.icon },
      // A search ranks; groups would tear its order apart.
      ...(query === '' ? { group: entry.group } : {}),
      ...(entry.hint ? { hint: entry.hint } : {}),
    }),
    label: () => t('Commands'),
    says: ({ items }) =>
      items.length === 0
        ? t('No results')
        : t('{count, plural, one {# command} other {# commands}}', { count: items.length }),
  }
}
