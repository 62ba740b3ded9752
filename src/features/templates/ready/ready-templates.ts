/** What a ready template is for; the gallery's groups, in this order. */
export const READY_CATEGORIES = ['meetings', 'planning', 'team', 'personal'] as const
export type ReadyCategory = (typeof READY_CATEGORIES)[number]

/** A built-in page to begin a page of one's own with. Its body is `<id>.md` in this folder. */
export interface ReadyTemplate {
  /** Never the id of a page: those are drawn by lot. */
  id: string
  title: string
  /** An emoji. */
  icon: string
  /** One line for the gallery. */
  summary: string
  category: ReadyCategory
  /** The ready template that it comes along with; `null`: it is chosen by itself. */
  parent: string | null
}

const made = (
  id: string,
  icon: string,
  title: string,
  category: ReadyCategory,
  summary: string,
  parent: string | null = null,
): ReadyTemplate => ({
  id: `ready-${id}`,
  icon,
  title,
  category,
  summary,
  parent: parent && `ready-${parent}`,
})

/** Every ready template, in the order of the gallery; a page that comes along stands behind the one it lies in. */
export const readyTemplates: readonly ReadyTemplate[] = [
  made(
    'meeting-notes',
    '🗒️',
    'Meeting notes',
    'meetings',
    'Agenda, notes, decisions, and who does what by when.',
  ),
  made(
    'retrospective',
    '🔄',
    'Retrospective',
    'meetings',
    'What went well, what did not, and two things to try.',
  ),
  made('weekly-plan', '🗓️', 'Weekly plan', 'planning', 'Three results, five days, and a look back on Friday.'),
  made(
    'project-brief',
    '🎯',
    'Project brief',
    'planning',
    'Why, what, who and until when, before anybody starts.',
  ),
  made(
    'decision-record',
    '⚖️',
    'Decision record',
    'planning',
    'What was decided, from which options, and why.',
  ),
  made(
    'product-spec',
    '📐',
    'Product spec',
    'planning',
    'The problem, how it works, requirements and edge cases.',
  ),
  made('wiki', '🏠', 'Wiki home', 'team', 'The front page of a team, with three pages inside.'),
  made('wiki-how-we-work', '🧭', 'How we work', 'team', 'Hours, meetings, channels and decisions.', 'wiki'),
  made('wiki-people', '👥', 'Who does what', 'team', 'People, their roles, and who decides what.', 'wiki'),
  made('wiki-guides', '📘', 'How-to guides', 'team', 'How things are done, step by step.', 'wiki'),
  made('onboarding', '🌱', 'Onboarding', 'team', 'The first day, week and month of somebody new.'),
  made('crm', '🤝', 'CRM', 'team', 'Customers and prospects in a table to sort and filter.'),
  made(
    'request-form',
    '📨',
    'Request form',
    'team',
    'What others fill in when they want something from you.',
  ),
  made(
    'reading-list',
    '📚',
    'Reading list',
    'personal',
    'What to read, in a table, with notes on what you have read.',
  ),
  made('journal', '📓', 'Journal', 'personal', 'A few lines a day, and questions for a slow Sunday.'),
]

/** What an account without pages is offered on its home screen; not in the gallery. */
export const gettingStarted: ReadyTemplate = made(
  'getting-started',
  '👋',
  'Getting started',
  'personal',
  'A first page with things to try.',
)

/** The ready template of this id, or `null`. */
export const readyTemplateOf = (id: string): ReadyTemplate | null =>
  [...readyTemplates, gettingStarted].find((template) => template.id === id) ?? null

/** Those that are chosen by themselves: what the gallery lists. */
export const chosenTemplates: readonly ReadyTemplate[] = readyTemplates.filter(
  ({ parent }) => parent === null,
)

/** The pages that come along with one. */
export const readyPagesIn = (id: string): readonly ReadyTemplate[] =>
  readyTemplates.filter(({ parent }) => parent === id)
