import { isOperator } from '@/app/operator'
import { t } from '@/shared/i18n'

/** Why only a sample answers, and how this person can change it. */
export const notSetUp = (): string =>
  isOperator()
    ? t(
        'You run this server: set OPENAI_API_KEY or OPENAI_BASE_URL and start it again, and everybody can use AI.',
      )
    : t('AI is not set up on this server. You can use a key of your own.')
