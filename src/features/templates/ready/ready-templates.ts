import { t } from '@/shared/i18n'

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
  title: () => string,
  category: ReadyCategory,
  summary: () => string,
  parent: string | null = null,
): ReadyTemplate => ({
  id: `ready-${id}`,
  icon,
  get title() {
    return title()
  },
  category,
  get summary() {
    return summary()
  },
  parent: parent && `ready-${parent}`,
})

/** Every ready template, in the order of the gallery; a page that comes along stands behind the one it lies in. */
export const readyTemplates: readonly ReadyTemplate[] = [
  made(
    'meeting-notes',
    '🗒️',
    () => t('Meeting notes'),
    'meetings',
    () => t('Agenda, notes, decisions, and who does what by when.'),
  ),
  made(
    'retrospective',
    '🔄',
    () => t('Retrospective'),
    'meetings',
    () => t('What went well, what did not, and two things to try.'),
  ),
  made(
    'weekly-plan',
    '🗓️',
    () => t('Weekly plan'),
    'planning',
    () => t('Three results, five days, and a look back on Friday.'),
  ),
  made(
    'project-brief',
    '🎯',
    () => t('Project brief'),
    'planning',
    () => t('Why, what, who and until when, before anybody starts.'),
  ),
  made(
    'decision-record',
    '⚖️',
    () => t('Decision record'),
    'planning',
    () => t('What was decided, from which options, and why.'),
  ),
  made(
    'product-spec',
    '📐',
    () => t('Product spec'),
    'planning',
    () => t('The problem, how it works, requirements and edge cases.'),
  ),
  made(
    'wiki',
    '🏠',
    () => t('Wiki home'),
    'team',
    () => t('The front page of a team, with three pages inside.'),
  ),
  made(
    'wiki-how-we-work',
    '🧭',
    () => t('How we work'),
    'team',
    () => t('Hours, meetings, channels and decisions.'),
    'wiki',
  ),
  made(
    'wiki-people',
    '👥',
    () => t('Who does what'),
    'team',
    () => t('People, their roles, and who decides what.'),
    'wiki',
  ),
  made(
    'wiki-guides',
    '📘',
    () => t('How-to guides'),
    'team',
    () => t('How things are done, step by step.'),
    'wiki',
  ),
  made(
    'onboarding',
    '🌱',
    () => t('Onboarding'),
    'team',
    () => t('The first day, week and month of somebody new.'),
  ),
  made(
    'crm',
    '🤝',
    () => t('CRM'),
    'team',
    () => t('Customers and prospects in a table to sort and filter.'),
  ),
  made(
    'request-form',
    '📨',
    () => t('Request form'),
    'team',
    () => t('What others fill in when they want something from you.'),
  ),
  made(
    'reading-list',
    '📚',
    () => t('Reading list'),
    'personal',
    () => t('What to read, in a table, with notes on what you have read.'),
  ),
  made(
    'journal',
    '📓',
    () => t('Journal'),
    'personal',
    () => t('A few lines a day, and questions for a slow Sunday.'),
  ),
]

/** What an account without pages is offered on its home screen; not in the gallery. */
export const gettingStarted: ReadyTemplate = made(
  'getting-started',
  '👋',
  () => t('Getting started'),
  'personal',
  () => t('A first page with things to try.'),
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
