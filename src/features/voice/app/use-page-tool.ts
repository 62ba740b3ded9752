import { failureWords, rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import type { VoiceCall } from './voice-events'

/** What a tool answers to the voice, or why it does not. The server decides what the person may see. */
export async function answerOf({ name, input }: VoiceCall): Promise<string> {
  try {
    const given = JSON.parse(input || '{}') as Record<string, string>
    return (await rpc.chat.useTool.query({ name, input: given })).text
  } catch (error) {
    return t('This failed: {words}', { words: failureWords(error, t('The call could not be read.')) })
  }
}

/** What the person reads of it. */
export const noteOf = ({ name }: VoiceCall): string =>
  ({
    search_pages: t('The voice searches your pages.'),
    list_pages: t('The voice lists your pages.'),
    read_page: t('The voice reads a page of yours.'),
  })[name] ?? t('The voice calls something that is not there.')
