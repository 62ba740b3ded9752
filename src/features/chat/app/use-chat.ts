import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { failureWords, queryClient, rpc, trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import type { ChatDetail, ChatMessage } from '../model'
import { AnswerGone, readNews, withNews } from './read-news'

/** A chat with its messages. */
export const useChat = (id: string | null) =>
  useQuery({
    ...trpc.chat.get.queryOptions({ id: id ?? '' }, { enabled: id !== null }),
    // Another tab of the person may have asked meanwhile.
    refetchOnWindowFocus: true,
  })

/** What the server holds now is to be shown. */
export const chatsChanged = () => queryClient.invalidateQueries({ queryKey: trpc.chat.pathKey() })

/** Does something; what the server holds then is shown, and what went wrong is said. Answers null when it is not done. */
export async function doing<Result>(call: () => Promise<Result>, failed: string): Promise<Result | null> {
  try {
    const result = await call()
    await chatsChanged()
    return result
  } catch (error) {
    toast.error(failureWords(error, failed))
    // Not waited for: it can be tried again as soon as it is known to have failed.
    void chatsChanged()
    return null
  }
}

/** Ends an answer; what has come stays. */
export const stopAnswer = (messageId: string) =>
  doing(() => rpc.chat.stop.mutate({ messageId }), t('Failed to stop the response'))

const RETRY_MS = 1_000

/** What is read along of an answer, with what the person has decided meanwhile about what it asks for. */
function withDecided(live: ChatMessage, stored: ChatMessage): ChatMessage {
  const decided = new Map(
    stored.actions.filter(({ status }) => status !== 'pending').map((action) => [action.id, action]),
  )
  if (decided.size === 0) return live
  return { ...live, actions: live.actions.map((action) => decided.get(action.id) ?? action) }
}

const put = (chatId: string, message: ChatMessage) =>
  queryClient.setQueryData(
    trpc.chat.get.queryKey({ id: chatId }),
    (chat: ChatDetail | undefined) =>
      chat && {
        ...chat,
        messages: chat.messages.map((one) => (one.id === message.id ? withDecided(message, one) : one)),
      },
  )

/** Reads an answer along until it has ended, from where it was last; a line that is lost is taken up again. */
async function readAlong(
  start: ChatMessage,
  signal: AbortSignal,
  onNews: (message: ChatMessage) => void,
): Promise<ChatMessage | null> {
  let message = start
  while (!signal.aborted) {
    try {
      for await (const news of readNews(message.id, { from: message.content.length, signal })) {
        message = withNews(message, news)
        onNews(message)
        if ('end' in news) return message
      }
    } catch (error) {
      if (error instanceof AnswerGone) return null
      // Anything else is the line: it is tried again.
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
  return message
}

/** What there is of an answer; while it is written it is read along. */
export function useLiveAnswer(chatId: string, stored: ChatMessage): ChatMessage {
  const [live, setLive] = useState<ChatMessage | null>(null)
  const isAnswering = stored.status === 'answering'
  // What is stored is where it begins; what comes later is read from the stream.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (!isAnswering) return
    const stop = new AbortController()
    void readAlong(stored, stop.signal, setLive).then((message) => {
      if (stop.signal.aborted) return
      if (message) put(chatId, message)
      else void chatsChanged()
    })
    return () => stop.abort()
  }, [stored.id, isAnswering])
  return isAnswering && live?.id === stored.id ? withDecided(live, stored) : stored
}
