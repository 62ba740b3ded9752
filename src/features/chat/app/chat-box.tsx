import { Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { appCodeOf } from '@/app/failures'
import { askBeforeUnload } from '@/app/leaving'
import { failureWords, rpc } from '@/app/rpc'
import { modelAccess } from '@/features/ai/app/ai-settings'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { useFollowEnd } from '@/ui/follow-end'
import { Skeleton } from '@/ui/skeleton'
import { useStore } from '@/ui/use-store'
import type { ChatMessage } from '../model'
import { AnswerView } from './answer-view'
import { type Picks, type Shown, shownMessages } from './branch'
import { chosenScope } from './chat-state'
import { Composer } from './composer'
import { QuestionView } from './question-view'
import { useSelectedDocuments } from './selected-documents'
import { doing, stopAnswer, useChat } from './use-chat'
import './chat.css'

const NONE: ReadonlyMap<string | null, string> = new Map()
const NO_MESSAGES: readonly ChatMessage[] = []

/** What was begun and not sent, by chat: it is there when one comes back from another one, or from the list of them. */
const drafts = new Map<string, string>()
askBeforeUnload(() => drafts.size > 0)

/** Questions that were sent and not answered, by their chat or the message that they are in place of: sent again unchanged, none is asked twice. */
const sending = new Map<string, { id: string; content: string; asked: string }>()

/** Sends a question with an id of its own, the same as long as it is the same question. */
async function askOnce<Input extends { content: string }, Answer>(
  place: string,
  input: Input,
  send: (input: Input & { id: string }) => Promise<Answer>,
): Promise<Answer> {
  const asked = JSON.stringify(input)
  const before = sending.get(place)
  const id = before?.asked === asked ? before.id : newId()
  sending.set(place, { id, content: input.content, asked })
  try {
    const answer = await send({ ...input, id })
    sending.delete(place)
    return answer
  } catch (error) {
    const code = appCodeOf(error)
    // The server has said no: the next one is another question.
    if (code !== null && code !== 'internal' && code !== 'unavailable') sending.delete(place)
    throw error
  }
}

export interface ChatBoxProps {
  /** null: a new chat. */
  chatId: string | null
  /** The page that a new chat is begun on. */
  documentId: string | null
  /** A new chat has been begun. */
  onBegun(chatId: string): void
}

/** A chat: what was asked and answered, and where the next question is written (product.md 4.13). */
export function ChatBox({ chatId, documentId, onBegun }: ChatBoxProps) {
  const chat = useChat(chatId)
  const { documents } = useSelectedDocuments()
  const scope = useStore(chosenScope)
  // One that is to begin a chat stays when one goes to another page meanwhile.
  const draftKey = chatId ?? 'new'
  const [draft, setDraftShown] = useState(() => drafts.get(draftKey) ?? '')
  const setDraft = (words: string) => {
    if (words === '') drafts.delete(draftKey)
    else drafts.set(draftKey, words)
    setDraftShown(words)
  }
  const [isSending, setSending] = useState(false)
  const [isRegenerating, setRegenerating] = useState(false)
  const [picks, setPicks] = useState<Picks>(NONE)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const messages = chat.data?.messages ?? NO_MESSAGES
  const shown = shownMessages(messages, picks)
  const answering = messages.find(({ status }) => status === 'answering')
  const isMine = chat.data?.isMine ?? true

  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when messages have come
  useEffect(() => {
    const sent = sending.get(draftKey)
    if (!sent || !messages.some(({ id }) => id === sent.id)) return
    // It was asked, and the answer to that was lost on the way.
    sending.delete(draftKey)
    if (drafts.get(draftKey) === sent.content) setDraft('')
  }, [messages])

  const send = async () => {
    setSending(true)
    const asked = await doing(
      () =>
        askOnce(
          draftKey,
          {
            content: draft,
            ...(chatId === null ? documentId !== null && { documentId } : { chatId }),
            parentId: shown.at(-1)?.message.id ?? null,
            documentIds: scope === 'everything' ? [] : documents.map(({ id }) => id),
            scope,
            ...modelAccess(),
          },
          rpc.chat.createMessage.mutate,
        ),
      t('Failed to send message'),
    )
    setSending(false)
    if (!asked) return
    // What was typed meanwhile is the next question.
    const now = drafts.get(draftKey) ?? ''
    setDraft(now.startsWith(draft) ? now.slice(draft.length).trimStart() : now)
    setPicks(NONE)
    if (chatId !== null) return
    const rest = drafts.get(draftKey)
    drafts.delete(draftKey)
    if (rest !== undefined) drafts.set(asked.chatId, rest)
    // Who has gone elsewhere meanwhile is not called back.
    if (isShown.current) onBegun(asked.chatId)
  }
  const edit = async ({ id, scope, sources }: ChatMessage, content: string): Promise<boolean> => {
    const asked = await doing(
      () =>
        askOnce(
          id,
          {
            messageId: id,
            content,
            scope,
            documentIds: sources.map((source) => source.id),
            ...modelAccess(),
          },
          rpc.chat.editMessage.mutate,
        ),
      t('Failed to update message'),
    )
    if (asked) setPicks(NONE)
    return asked !== null
  }
  const regenerate = async (messageId: string) => {
    setRegenerating(true)
    const asked = await doing(
      () => rpc.chat.regenerate.mutate({ messageId, ...modelAccess() }),
      t('Failed to regenerate response'),
    )
    setRegenerating(false)
    if (asked) setPicks(NONE)
  }
  const pick = ({ message }: Shown) =>
    answering ? undefined : (id: string) => setPicks(new Map([...picks, [message.parentId, id]]))

  return (
    <div className="chat-box">
      <Scrolled of={shown}>
        {chatId !== null && chat.isPending && <Skeleton className="h-24" />}
        {chat.error && chat.data === undefined && (
          <ErrorState
            title={failureWords(chat.error, t('This chat could not be loaded.'))}
            action={<Button onClick={() => void chat.refetch()}>{t('Try again')}</Button>}
          />
        )}
        {shown.length === 0 && (chatId === null || chat.data) && (
          <EmptyState
            title={t('Ask about your pages')}
            hint={t('Answers say which blocks they come from. Add the pages that a question is about.')}
          />
        )}
        {shown.map((one) => {
          const { message, versions } = one
          const switching = { shown: message.id, versions, onPick: pick(one) }
          return message.role === 'user' ? (
            <QuestionView
              key={message.id}
              message={message}
              onEdit={isMine && !answering ? (content) => edit(message, content) : undefined}
              {...switching}
            />
          ) : (
            <AnswerView
              key={message.id}
              chatId={chatId ?? ''}
              message={message}
              isMine={isMine}
              onRegenerate={
                answering || isRegenerating || !answersQuestion(one, shown)
                  ? undefined
                  : () => void regenerate(message.id)
              }
              {...switching}
            />
          )
        })}
      </Scrolled>
      {isMine && chat.data?.isShared && (
        <p role="note" className="flex items-center gap-1.5 px-3 py-1 text-xs text-text-muted">
          <Users aria-hidden className="size-3.5 shrink-0" />
          {t('Shared: the people of its page read what is asked and answered here.')}
        </p>
      )}
      {isMine && (chatId === null || chat.data !== undefined || !chat.error) && (
        <Composer
          documentId={documentId}
          draft={draft}
          onDraft={setDraft}
          isSending={isSending}
          onSend={() => void send()}
          onStop={answering && (() => void stopAnswer(answering.id))}
          autoFocus
        />
      )}
    </div>
  )
}

/** Does a question stand before it? In a voice chat an answer may follow another one. */
const answersQuestion = ({ message }: Shown, shown: readonly Shown[]): boolean =>
  shown.some((one) => one.message.id === message.parentId && one.message.role === 'user')

/** Keeps the end in sight while it grows, unless the person has scrolled away from it. */
function Scrolled({ of, children }: { of: readonly Shown[]; children: React.ReactNode }) {
  const { box, inner, onScroll } = useFollowEnd<HTMLElement>(of.at(-1)?.message.id)
  return (
    <section
      ref={box}
      aria-label={t('Messages')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
      tabIndex={0}
      className="chat-messages"
      onScroll={onScroll}
    >
      <div ref={inner} className="chat-inner">
        {children}
      </div>
    </section>
  )
}
