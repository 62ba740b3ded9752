import { Link } from '@tanstack/react-router'
import { Bookmark, Copy, RotateCcw, ThumbsDown, ThumbsUp } from 'lucide-react'
import { rpc } from '@/app/rpc'
import { notSetUp } from '@/features/ai/app/not-set-up'
import { sentencesOf } from '@/features/ai/app/sentences'
import { UNTITLED } from '@/features/pages/model'
import { SpeakButton } from '@/features/speech/app/speak-button'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { copyText } from '@/ui/copy-text'
import { toast } from '@/ui/toast'
import type { ChatMessage, Feedback } from '../model'
import { withoutCitations } from '../without-citations'
import { ActionCard } from './action-card'
import { AnswerBody } from './answer-body'
import { ToolCalls } from './tool-calls'
import { doing, useLiveAnswer } from './use-chat'
import { VersionSwitch, type VersionSwitchProps } from './version-switch'

export interface AnswerViewProps extends VersionSwitchProps {
  chatId: string
  message: ChatMessage
  /** Whether what is shown may be changed: the chat is the person's own. */
  isMine: boolean
  /** Asks for another version; left out where that is not possible. */
  onRegenerate?: (() => void) | undefined
}

/** An answer, with what was looked up for it, where it comes from, and what can be done with it (product.md 4.13). */
export function AnswerView({ chatId, message, isMine, onRegenerate, ...versions }: AnswerViewProps) {
  const answer = useLiveAnswer(chatId, message)
  const isAnswering = answer.status === 'answering'
  const note = noteOf(answer)
  return (
    <article aria-label={t('Answer')} aria-busy={isAnswering && answer.content === ''} className="chat-row">
      <ToolCalls calls={answer.toolCalls} />
      {answer.content !== '' && <AnswerBody words={answer.content} sources={answer.sources} />}
      {isAnswering && answer.content === '' && <p className="chat-note">{t('Thinking…')}</p>}
      {isAnswering && (
        <div className="sr-only" role="log" aria-label={t('Answer as it is written')}>
          {sentencesOf(answer.content, false).map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only ever added
            <p key={index}>{sentence}</p>
          ))}
        </div>
      )}
      <div role="status" className="chat-note">
        {note}
      </div>
      {answer.actions.map((action) => (
        <ActionCard key={action.id} action={action} />
      ))}
      <Sources answer={answer} />
      {!isAnswering && (
        <div className="chat-actions">
          <VersionSwitch {...versions} />
          <IconButton label={t('Copy message')} onClick={() => void copyMessage(answer)}>
            <Copy aria-hidden />
          </IconButton>
          {answer.content !== '' && <SpeakButton text={() => withoutCitations(answer.content)} />}
          {isMine && <AnswerActions answer={answer} onRegenerate={onRegenerate} />}
          {answer.model && <span className="chat-model">{answer.model}</span>}
        </div>
      )}
    </article>
  )
}

function noteOf({ status, error, isCut, isSample }: ChatMessage): string | null {
  if (isSample) return notSetUp()
  if (status === 'failed') return error ?? t('Something went wrong. Please try again.')
  if (status === 'stopped') return t('Stopped.')
  if (status === 'interrupted') return t('The server ended before this answer did.')
  return isCut ? t('The model stopped at its limit: the end is missing.') : null
}

function Sources({ answer }: { answer: ChatMessage }) {
  const cut = answer.sources.filter(({ isCut }) => isCut)
  if (answer.sources.length === 0) return null
  return (
    <div className="chat-sources">
      <span id={`sources-${answer.id}`}>{t('Pages it was given')}</span>
      <ul aria-labelledby={`sources-${answer.id}`}>
        {answer.sources.map(({ id, title }) => (
          <li key={id}>
            <Link to="/$documentId" params={{ documentId: id }}>
              {title || UNTITLED()}
            </Link>
          </li>
        ))}
      </ul>
      {cut.length > 0 && (
        <p>
          {t('Only the beginning was read of: {titles}. The rest did not fit.', {
            titles: cut.map(({ title }) => title || UNTITLED()).join(', '),
          })}
        </p>
      )}
    </div>
  )
}

function AnswerActions({
  answer,
  onRegenerate,
}: {
  answer: ChatMessage
  onRegenerate?: (() => void) | undefined
}) {
  const { id: messageId, feedback, isBookmarked } = answer
  const say = async (said: Exclude<Feedback, 'none'>) => {
    const done = await doing(
      () => rpc.chat.updateMessageFeedback.mutate({ messageId, feedback: said }),
      t('Failed to update feedback'),
    )
    if (done) toast.success(feedbackWords(done.feedback))
  }
  const bookmark = async () => {
    const done = await doing(
      () => rpc.chat.updateMessageBookmark.mutate({ messageId, isBookmarked: !isBookmarked }),
      t('Failed to update the bookmark'),
    )
    if (done?.isBookmarked) await copyMessage(answer, t('Message bookmarked and copied to clipboard'))
    else if (done) toast.success(t('Bookmark removed'))
  }
  return (
    <>
      <IconButton label={t('Helpful')} aria-pressed={feedback === 'like'} onClick={() => void say('like')}>
        <ThumbsUp aria-hidden />
      </IconButton>
      <IconButton
        label={t('Not helpful')}
        aria-pressed={feedback === 'dislike'}
        onClick={() => void say('dislike')}
      >
        <ThumbsDown aria-hidden />
      </IconButton>
      <IconButton label={t('Bookmark')} aria-pressed={isBookmarked} onClick={() => void bookmark()}>
        <Bookmark aria-hidden />
      </IconButton>
      <Button
        size="sm"
        variant="ghost"
        onClick={onRegenerate ?? (() => toast.error(t('Regenerate function not available')))}
      >
        <RotateCcw aria-hidden />
        {t('Regenerate')}
      </Button>
    </>
  )
}

const feedbackWords = (feedback: Feedback): string =>
  ({
    like: t('Response marked as helpful'),
    dislike: t('Response marked as unhelpful'),
    none: t('Feedback removed'),
  })[feedback]

const copyMessage = ({ content }: ChatMessage, done = t('Message copied to clipboard')) =>
  copyText(withoutCitations(content), done, t('Select the answer and copy it.'))
