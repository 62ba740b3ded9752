import { FileQuestionMark, Globe, MessagesSquare } from 'lucide-react'
import { useEffect } from 'react'
import { useActions } from '@/app/actions'
import { onPanels, shownPanel, showPanel, togglePanel } from '@/app/panels'
import { type Action, always, onPage } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'
import { chosenScope, panelChat, selectedDocuments } from './chat-state'
import { CHAT_PANEL } from './chat-window'
import { selectionIn } from './selected-documents'

const showAction: Action = {
  id: 'chat.show',
  get label() {
    return t('Chat')
  },
  icon: MessagesSquare,
  keywords: ['ai', 'assistant', 'ask', 'question', 'answer', 'conversation'],
  places: { pageMenu: { when: ({ editor }) => editor !== null }, palette: { group: 'View' } },
  isActive: () => shownPanel() === CHAT_PANEL,
  watch: onPanels,
  command: always(() => togglePanel(CHAT_PANEL)),
}

const askPageAction: Action = {
  id: 'chat.askPage',
  get label() {
    return t('Ask this page')
  },
  icon: FileQuestionMark,
  keywords: ['ai', 'chat', 'question', 'answer'],
  places: { pageMenu: { when: ({ editor }) => editor !== null }, palette: { group: 'Page' } },
  command: onPage(({ id, title }) => {
    chosenScope.set('selected')
    selectionIn(selectedDocuments).add({ id, title, icon: null })
    panelChat.set(null)
    showPanel(CHAT_PANEL)
  }),
}

const askEverythingAction: Action = {
  id: 'chat.askEverything',
  get label() {
    return t('Ask everything I can see')
  },
  icon: Globe,
  keywords: ['ai', 'chat', 'question', 'answer', 'workspace', 'all pages'],
  places: { palette: { group: 'Go' } },
  command: always(() => {
    chosenScope.set('everything')
    panelChat.set(null)
    showPanel(CHAT_PANEL)
  }),
}

export const chatActions: readonly Action[] = [showAction, askPageAction, askEverythingAction]

/** What can be done with the chat; it shows nothing. */
export default function ChatHost() {
  useActions(chatActions)
  // What was chosen is the person's who chose it: nothing of it is left for the next person who signs in.
  useEffect(
    () => () => {
      selectedDocuments.set([])
      chosenScope.set('selected')
      panelChat.set(null)
    },
    [],
  )
  return null
}
