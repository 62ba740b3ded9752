import { useNavigate } from '@tanstack/react-router'
import { List, Plus } from 'lucide-react'
import { useState } from 'react'
import { NoAccessScreen } from '@/app/error-screens'
import { useMedia } from '@/app/media'
import { useCurrentUser } from '@/app/session'
import { ShellHeader } from '@/app/shell'
import { useTabTitle } from '@/app/tab-title'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { ChatBox } from './chat-box'
import { ChatList } from './chat-list'
import { selectedDocuments } from './chat-state'
import { SelectedDocumentsProvider } from './selected-documents'
import { useChat } from './use-chat'

/** `/chat` and `/chat/{id}`: a chat as a page, beside the list of all of them. */
export default function ChatScreen({ chatId }: { chatId: string | null }) {
  const { user } = useCurrentUser()
  const navigate = useNavigate()
  // The sidebar, the list and a chat beside each other need more than a tablet has.
  const isNarrow = useMedia('(max-width: 959.98px)')
  const [isListed, setListed] = useState(false)
  const chat = useChat(user ? chatId : null).data
  useTabTitle(chat?.title ?? t('Chat'))
  if (!user) return <NoAccessScreen />
  const open = (id: string | null) => {
    setListed(false)
    void navigate({ to: '/chat/{-$chatId}', params: { chatId: id ?? undefined } })
  }
  const list = <ChatList documentId={null} chatId={chatId} onOpen={open} onGone={() => open(null)} />
  return (
    <div className="chat-screen">
      {!isNarrow && (
        <aside aria-label={t('Chats')} className="chat-side">
          <Button className="m-2 mb-0" onClick={() => open(null)}>
            <Plus aria-hidden />
            {t('New chat')}
          </Button>
          {list}
        </aside>
      )}
      <div className="chat-main">
        <ShellHeader>
          <h1 className="me-auto min-w-0 truncate font-medium">{chat?.title ?? t('New chat')}</h1>
          {isNarrow && (
            <>
              <IconButton label={t('Chats')} aria-pressed={isListed} onClick={() => setListed(!isListed)}>
                <List aria-hidden />
              </IconButton>
              <IconButton label={t('New chat')} onClick={() => open(null)}>
                <Plus aria-hidden />
              </IconButton>
            </>
          )}
        </ShellHeader>
        {isNarrow && isListed ? (
          list
        ) : (
          <SelectedDocumentsProvider store={selectedDocuments}>
            <ChatBox key={chatId} chatId={chatId} documentId={null} onBegun={open} />
          </SelectedDocumentsProvider>
        )}
      </div>
    </div>
  )
}
