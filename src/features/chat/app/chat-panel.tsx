import { Link } from '@tanstack/react-router'
import { List, Maximize2, MessagesSquare, Plus } from 'lucide-react'
import { useState } from 'react'
import { RightPanel } from '@/app/right-panel'
import { openPage } from '@/editor/open-pages'
import { t } from '@/shared/i18n'
import { buttonClass, IconButton } from '@/ui/button'
import { cn } from '@/ui/cn'
import { useStore } from '@/ui/use-store'
import { ChatBox } from './chat-box'
import { ChatList } from './chat-list'
import { panelChat, selectedDocuments } from './chat-state'
import { CHAT_PANEL } from './chat-window'
import { SelectedDocumentsProvider } from './selected-documents'

/** The chat beside the page (product.md 2.33). */
export default function ChatPanel({ documentId }: { documentId: string | null }) {
  const chatId = useStore(panelChat)
  const [isListed, setListed] = useState(false)
  const open = (id: string | null) => {
    panelChat.set(id)
    setListed(false)
  }
  return (
    <RightPanel
      id={CHAT_PANEL}
      title={t('Chat')}
      icon={MessagesSquare}
      onClosed={() => openPage()?.view.focus()}
      tools={
        <>
          <IconButton label={t('Chats')} aria-pressed={isListed} onClick={() => setListed(!isListed)}>
            <List aria-hidden />
          </IconButton>
          <IconButton label={t('New chat')} onClick={() => open(null)}>
            <Plus aria-hidden />
          </IconButton>
          <Link
            to="/chat/{-$chatId}"
            params={{ chatId: chatId ?? undefined }}
            aria-label={t('Open as a page')}
            title={t('Open as a page')}
            className={cn(buttonClass('ghost', 'sm'), 'aspect-square px-0')}
          >
            <Maximize2 aria-hidden />
          </Link>
        </>
      }
    >
      <SelectedDocumentsProvider store={selectedDocuments}>
        {isListed ? (
          <ChatList documentId={documentId} chatId={chatId} onOpen={open} onGone={() => open(null)} />
        ) : (
          <ChatBox key={chatId} chatId={chatId} documentId={documentId} onBegun={open} />
        )}
      </SelectedDocumentsProvider>
    </RightPanel>
  )
}
