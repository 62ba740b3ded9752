import type { TypedMenu } from '@/editor/core/typed-menu'
import { t } from '@/shared/i18n'

/** Somebody who can be mentioned in a comment: people who may see the page. */
export interface Mentionable {
  id: string
  name: string
  avatarUrl?: string | null
}

/** Longer than this is no name. */
const LONGEST = 60
/** Milliseconds of quiet before people are asked for (product.md 9.7). */
const QUIET = 100

/** `@` in a comment offers people. */
export const mentionPeople = (
  find: (query: string) => Promise<readonly Mentionable[]>,
): TypedMenu<Mentionable> => ({
  listId: 'comment-people',
  triggers: ['@'],
  after: /[\s"'“‘«„(\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}、。「『（]/u,
  accepts: ({ query }) => query.length < LONGEST && !/^\s/.test(query),
  find: () => [],
  ask: ({ query }) => ({ quiet: QUIET, load: () => find(query) }),
  givesUp: ({ items, query }, before) =>
    before !== null &&
    !before.isLooking &&
    before.items.length === 0 &&
    items.length === 0 &&
    /\s$/.test(query),
  pick(view, { id, name }, { from, to }) {
    const { state } = view
    const mention = state.schema.nodes.mention!.create({ id, label: name })
    view.dispatch(state.tr.replaceWith(from, to, [mention, state.schema.text(' ')]).scrollIntoView())
    view.focus()
  },
  option: ({ id, name, avatarUrl = null }) => ({ id, label: name, person: { name, avatarUrl } }),
  label: () => t('People'),
  says: ({ items, isLooking }) =>
    items.length > 0
      ? t('{count, plural, one {# person} other {# people}}', { count: items.length })
      : isLooking
        ? t('Searching...')
        : t('No users found'),
})
