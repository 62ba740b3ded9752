import { t } from '@/shared/i18n'

/** What the field of the menu is for. */
export type Step = 'commands' | 'translate' | 'ask' | 'extract' | 'pages'

interface StepWords {
  /** The name of the field, and what it says while it is empty. */
  label: string
  placeholder: string
  /** The name of the list below it. */
  list: string
}

/** What the field and its list are called. */
export function wordsOfStep(step: Step): StepWords {
  const list = t('AI commands')
  switch (step) {
    case 'commands':
      return { label: t('Ask AI anything'), placeholder: t('Ask AI anything…'), list }
    case 'ask':
      return { label: t('Question about your pages'), placeholder: t('Ask about your pages…'), list }
    case 'extract':
      return { label: t('Columns'), placeholder: t('Columns, such as Name, Date, Amount'), list }
    case 'translate':
      return { label: t('Language'), placeholder: t('Translate into…'), list: t('Languages') }
    case 'pages':
      return { label: t('Find a page'), placeholder: t('Find a page…'), list: t('Pages') }
  }
}
