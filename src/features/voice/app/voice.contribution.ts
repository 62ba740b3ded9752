import { createElement } from 'react'
import { queryClient, trpc } from '@/app/rpc'
import type { Contribution } from '@/editor/contribution'
import { t } from '@/shared/i18n'
import { lazy } from '@/ui/lazy'
import { showVoiceChat, useVoiceChat } from './voice-window'

const VoiceChat = lazy(() => import('./voice-chat'))

/** Nothing of it is loaded until it is asked for. */
function Window() {
  return useVoiceChat() ? createElement(VoiceChat) : null
}

/** What is not set up is offered to the person who runs the server alone, who is told how to. */
function isOffered(): boolean {
  const app = queryClient.getQueryData(trpc.layout.app.queryKey())
  return app !== undefined && (app.hasVoice || app.isOperator)
}

/** Talking with a model (product.md 4.19). */
export const voice: Contribution = {
  name: 'voice',
  actions: [
    {
      id: 'voice.chat',
      get label() {
        return t('Voice chat')
      },
      icon: 'audio-lines',
      keywords: ['talk', 'speak', 'call', 'realtime', 'assistant', 'microphone'],
      places: { toolbar: { order: 6 }, palette: { group: 'Editor' } },
      command(_target, apply) {
        if (!isOffered()) return false
        if (apply) showVoiceChat(true)
        return true
      },
    },
  ],
  windows: [Window],
}
