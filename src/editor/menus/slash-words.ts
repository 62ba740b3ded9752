import { t } from '@/shared/i18n'

/** What each entry of the slash menu is for, in one line. */
const WORDS: Readonly<Record<string, () => string>> = {
  paragraph: () => t('Plain text'),
  'page.insert': () => t('A new page inside this one'),
  'heading-1': () => t('A large section heading'),
  'heading-2': () => t('A medium section heading'),
  'heading-3': () => t('A small section heading'),
  'bulleted-list': () => t('A simple list'),
  'numbered-list': () => t('A list in order'),
  'todo-list': () => t('Tasks to check off'),
  toggle: () => t('Hides what is inside until it is opened'),
  table: () => t('Rows and columns of text'),
  image: () => t('Upload a picture or use a link'),
  blockquote: () => t('Somebody else’s words'),
  callout: () => t('Makes a note stand out'),
  card: () => t('A box with a title and text'),
  'code-block': () => t('Code with colors for its language'),
  'horizontal-rule': () => t('A line between two sections'),
  equation: () => t('A formula on a line of its own'),
  chart: () => t('Bars, lines or slices from your data'),
  'data-table': () => t('Sort, filter and search rows'),
  'documents-table': () => t('The pages inside this one'),
  'table-of-contents': () => t('Links to the headings of this page'),
  'columns-1': () => t('Back to one column'),
  'columns-2': () => t('Blocks side by side'),
  'columns-3': () => t('Three blocks side by side'),
  video: () => t('Upload a video or use a link'),
  audio: () => t('Upload a sound or use a link'),
  file: () => t('Attach any file'),
  'media-embed': () => t('Show a video, a post or a map from the web'),
  mention: () => t('Link a page or mention a person'),
  date: () => t('A day in the text'),
  icon: () => t('A small symbol in the text'),
  emoji: () => t('Search by name'),
  footnote: () => t('A note with a number, at the foot of the page'),
  'inline-equation': () => t('A formula in the middle of a sentence'),
}

/** One line about an entry of the slash menu; empty where its name says it all. */
export const slashWords = (id: string): string => WORDS[id]?.() ?? ''
