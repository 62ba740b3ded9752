import {
  BookOpenText,
  Bug,
  Check,
  CircleQuestionMark,
  Copy,
  CornerDownLeft,
  Feather,
  Languages,
  ListMinus,
  ListPlus,
  type LucideIcon,
  MessageSquareCode,
  MessageSquareDiff,
  PenLine,
  Replace,
  RotateCcw,
  ScanText,
  ScrollText,
  Sparkles,
  SpellCheck,
  Table,
  TableProperties,
  WandSparkles,
  X,
} from 'lucide-react'
import { languageNames } from '@/shared/formats-apart'
import { t } from '@/shared/i18n'
import type { AiCommand } from '../model'

/** Where the menu stands (product.md 4.10). */
export type MenuState = 'cursorCommand' | 'selectionCommand' | 'cursorSuggestion' | 'selectionSuggestion'

/** What a person can ask for here: commands, and an answer from all of their pages. */
export type MenuCommand = AiCommand | 'answer'

/** What is done with an answer. */
export type Decision =
  | 'accept'
  | 'suggest'
  | 'replace'
  | 'insertBelow'
  | 'dataTable'
  | 'copy'
  | 'tryAgain'
  | 'discard'

export interface MenuItem {
  id: string
  label: string
  icon: LucideIcon
  group?: string
  command?: MenuCommand
  decision?: Decision
  /** Closes the menu and opens the review of the whole page. */
  isReview?: true
}

const command = (command: MenuCommand, label: string, icon: LucideIcon, group: string): MenuItem => ({
  id: command,
  label,
  icon,
  group,
  command,
})
const decision = (decision: Decision, label: string, icon: LucideIcon): MenuItem => ({
  id: decision,
  label,
  icon,
  decision,
})

const edits = (): MenuItem[] => [
  command('improve', t('Improve writing'), Sparkles, t('Edit')),
  command('fix', t('Fix spelling & grammar'), SpellCheck, t('Edit')),
  command('longer', t('Make longer'), ListPlus, t('Edit')),
  command('shorter', t('Make shorter'), ListMinus, t('Edit')),
  command('simplify', t('Simplify language'), Feather, t('Edit')),
  command('beautify', t('Beautify'), WandSparkles, t('Edit')),
  command('translate', t('Translate'), Languages, t('Edit')),
]

/** What is offered about code. */
export const codeItems = (): MenuItem[] => [
  command('explain', t('Explain code'), CircleQuestionMark, t('Code')),
  command('fix', t('Fix code'), Bug, t('Code')),
  command('comment', t('Add comments'), MessageSquareCode, t('Code')),
]

const extract = () => command('extract', t('Extract data to a table'), Table, t('Write'))

/** While the page is edited, the person is asked which it is to be: an edit, or a suggestion. */
export const asSuggestion = (): MenuItem =>
  decision('suggest', t('Accept as a suggestion'), MessageSquareDiff)

/** What a table may be put into the page as besides. */
export const asDataTable = (): MenuItem => decision('dataTable', t('Insert as a data table'), TableProperties)

/** What is left of an answer when its page can be edited no more: it was locked, or taken from the person. */
export const itemsOutsideThePage = (): MenuItem[] => [
  decision('copy', t('Copy'), Copy),
  decision('discard', t('Discard'), X),
]

/** What the menu offers in a state, in its order. */
export function menuItems(state: MenuState): MenuItem[] {
  switch (state) {
    case 'cursorCommand':
      return [
        command('continue', t('Continue writing'), PenLine, t('Write')),
        command('summarize', t('Add a summary'), ScrollText, t('Write')),
        command('explain', t('Explain'), CircleQuestionMark, t('Write')),
        command('answer', t('Answer from my pages'), BookOpenText, t('Write')),
        extract(),
        { id: 'review', label: t('Review this page'), icon: ScanText, group: t('Page'), isReview: true },
      ]
    case 'selectionCommand':
      return [
        ...edits(),
        command('explain', t('Explain'), CircleQuestionMark, t('Write')),
        command('summarize', t('Add a summary'), ScrollText, t('Write')),
        command('continue', t('Continue writing'), PenLine, t('Write')),
        extract(),
      ]
    case 'cursorSuggestion':
      return [
        decision('accept', t('Accept'), Check),
        decision('tryAgain', t('Try again'), RotateCcw),
        decision('discard', t('Discard'), X),
      ]
    case 'selectionSuggestion':
      return [
        decision('accept', t('Accept'), Check),
        decision('replace', t('Replace selection'), Replace),
        decision('insertBelow', t('Insert below'), CornerDownLeft),
        decision('tryAgain', t('Try again'), RotateCcw),
        decision('discard', t('Discard'), X),
      ]
  }
}

/** Are the words of this command put below what it is about, rather than in its place? */
export const addsText = (command: MenuCommand): boolean => command === 'answer' || ADDS.has(command)

const ADDS: ReadonlySet<AiCommand> = new Set(['explain', 'summarize', 'continue', 'extract'])

const LANGUAGES =
  'af am ar az be bg bn bs ca ceb cs cy da de el en eo es et eu fa fi fil fr fy ga gd gl gu ha haw he hi hmn hr ht hu hy id ig is it ja jv ka kk km kn ko ku ky la lb lo lt lv mg mi mk ml mn mr ms mt my ne nl no ny or pa pl ps pt ro ru rw sd si sk sl sm sn so sq sr st su sv sw ta te tg th tk tr tt ug uk ur uz vi xh yi yo zh-Hans zh-Hant zu'

/** The languages of "Translate": as the person reads their name, and as the model is told. */
export function languages(): { id: string; label: string; name: string }[] {
  const shown = languageNames()
  const english = languageNames('en')
  return LANGUAGES.split(' ')
    .map((id) => ({ id, label: shown(id), name: english(id) }))
    .sort((a, b) => a.label.localeCompare(b.label))
}
