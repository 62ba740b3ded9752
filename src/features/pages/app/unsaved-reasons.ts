import { type LivePage, useStore } from '@/editor/live'
import { t } from '@/shared/i18n'

/** What is said of words that the server will not take, by the reason. */
export const REFUSED_WORDS: Readonly<Record<string, string>> = {
  get 'no-access'() {
    return t('You can no longer open this page. What you typed is only in this browser.')
  },
  get 'too-much-suggested'() {
    return t(
      'More of your suggestions wait here than a page takes. What you typed last is only in this browser.',
    )
  },
  get 'read-only'() {
    return t('This page can only be read now. What you typed last is only in this browser.')
  },
}

const SAVING = { kind: 'saving' } as const

/** Why the server does not take what was typed in this page, in words; `undefined` when it does, or may yet. */
export function useRefusedWords(live: LivePage): string | undefined {
  const state = useStore(live.saveState, SAVING)
  return state.kind === 'not-saved' ? REFUSED_WORDS[state.reason] : undefined
}

/** Is there something to offer (`unsaved-words.tsx`)? Known at once, although the offer's code comes later. */
export function useHasUnsavedWords(live: LivePage): boolean {
  const rescue = useStore(live.rescue.state, null)
  const refused = useRefusedWords(live)
  const undecided = useStore(live.undecided, 0)
  return undecided > 0 || refused !== undefined || (rescue !== null && rescue.stage !== 'opening')
}
