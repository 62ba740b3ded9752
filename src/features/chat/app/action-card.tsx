import { Link } from '@tanstack/react-router'
import { Check, FilePlus2, SquarePen, X } from 'lucide-react'
import { useId, useState } from 'react'
import { queryClient, rpc, trpc } from '@/app/rpc'
import { UNTITLED } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import type { ChatAction, ProposedChange } from '../model'
import { AnswerBody } from './answer-body'
import { doing } from './use-chat'

/** What a model wants to do, exactly as it would be done: only a press here does it, and only for the person whose chat it is. */
export function ActionCard({ action }: { action: ChatAction }) {
  const { id, kind, status, content, changes } = action
  const heading = useId()
  const [isDeciding, setDeciding] = useState(false)
  const words = wordsOf(action)
  const decide = async (call: () => Promise<unknown>, failed: string) => {
    setDeciding(true)
    await doing(call, failed)
    // Its answer may have been lost on the way.
    await queryClient.invalidateQueries({ queryKey: trpc.document.pathKey() })
    setDeciding(false)
  }
  const Sign = kind === 'create_page' ? FilePlus2 : SquarePen
  return (
    <section className="chat-action" aria-labelledby={heading}>
      <h2 id={heading}>
        <Sign aria-hidden size={16} />
        <span>{words.heading}</span>
      </h2>
      {content !== '' && (
        <details>
          <summary>{t('Content of the page')}</summary>
          <AnswerBody words={content} sources={[]} />
        </details>
      )}
      {changes.length > 0 && (
        <details>
          <summary>{t('Changes')}</summary>
          <ol className="chat-changes">
            {changes.map((change, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change
              <li key={at}>
                <Change change={change} />
              </li>
            ))}
          </ol>
        </details>
      )}
      {status === 'pending' && (
        <div className="chat-action-buttons">
          <Button
            size="sm"
            variant="primary"
            disabled={isDeciding}
            aria-describedby={heading}
            onClick={() => void decide(() => rpc.chat.acceptAction.mutate({ actionId: id }), words.failed)}
          >
            <Check aria-hidden />
            {words.accept}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            disabled={isDeciding}
            aria-describedby={heading}
            onClick={() =>
              void decide(() => rpc.chat.declineAction.mutate({ actionId: id }), t('Failed to decline'))
            }
          >
            <X aria-hidden />
            {words.decline}
          </Button>
        </div>
      )}
      <div role="status" className="chat-note">
        {status === 'declined' && words.declined}
        {status === 'done' && <Done action={action} />}
      </div>
    </section>
  )
}

function Change({ change: { before, after, why } }: { change: ProposedChange }) {
  return (
    <>
      {before !== '' && <del>{before}</del>}
      {after !== '' && <ins>{after}</ins>}
      {why !== '' && <p className="chat-note">{why}</p>}
    </>
  )
}

/** What came of it, with the way there. */
function Done({ action: { kind, title, changes, documentId, suggested } }: { action: ChatAction }) {
  const link = documentId !== null && (
    <Link to="/$documentId" params={{ documentId }}>
      {title || UNTITLED()}
    </Link>
  )
  if (kind === 'create_page')
    return link ? (
      <>
        {t('Created:')} {link}
      </>
    ) : (
      t('Created. The page is not there any more.')
    )
  // It is under way, also in another tab, or the server ended while it was.
  if (suggested === null)
    return (
      <>
        {t('What has been suggested stands on the page.')} {link}
      </>
    )
  const made = suggested
  return (
    <>
      {made === changes.length
        ? t('Suggestions made: {count}.', { count: made })
        : t(
            'Suggestions made: {count} of {all}. The others did not fit, because the page has changed meanwhile.',
            {
              count: made,
              all: changes.length,
            },
          )}{' '}
      {link}
    </>
  )
}

function wordsOf(action: ChatAction) {
  return action.kind === 'create_page'
    ? {
        heading: pageHeading(action),
        accept: t('Create'),
        decline: t('Don’t create'),
        declined: t('Not created.'),
        failed: t('Failed to create the page'),
      }
    : {
        heading: t('Edits to suggest in “{title}”: {count}', {
          title: action.title || UNTITLED(),
          count: action.changes.length,
        }),
        accept: t('Suggest'),
        decline: t('Don’t suggest'),
        declined: t('Not suggested.'),
        failed: t('Failed to suggest the edits'),
      }
}

function pageHeading({ title, place, isTopLevel }: ChatAction): string {
  const named = { title: title || UNTITLED(), place: place || UNTITLED() }
  if (place === null) return t('Create page “{title}”', { title: named.title })
  return isTopLevel
    ? t('Create page “{title}” in {place}', named)
    : t('Create page “{title}” in “{place}”', named)
}
