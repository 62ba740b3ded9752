import { useQuery } from '@tanstack/react-query'
import { ArrowUp, FilePlus2, FileText, Globe, SlidersHorizontal, Square, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { trpc } from '@/app/rpc'
import { aiSettings } from '@/features/ai/app/ai-settings'
import { showApiSettings, useApiSettings } from '@/features/ai/app/api-settings-window'
import { UNTITLED } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { ButtonPopover } from '@/ui/popover'
import { PopupButton } from '@/ui/popup-button'
import { useStore } from '@/ui/use-store'
import { CHAT } from '../model'
import { chosenScope } from './chat-state'
import { PagePicker } from './page-picker'
import { useSelectedDocuments } from './selected-documents'

export interface ComposerProps {
  /** The page that it stands beside. */
  documentId: string | null
  draft: string
  onDraft(draft: string): void
  isSending: boolean
  onSend(): void
  /** Ends the answer that is being written; left out while there is none. */
  onStop?: (() => void) | undefined
  autoFocus?: boolean
}

/** Where a question is written: Enter sends it, Shift+Enter begins a new line, nothing empty is sent (product.md 5.13). */
export function Composer({
  documentId,
  draft,
  onDraft,
  isSending,
  onSend,
  onStop,
  autoFocus,
}: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (autoFocus) field.current?.focus({ preventScroll: true })
  }, [autoFocus])
  const isEmpty = draft.trim() === ''
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!isEmpty && !isSending && !onStop) onSend()
  }
  return (
    <div className="chat-composer">
      <About documentId={documentId} />
      <div className="chat-field">
        <textarea
          ref={field}
          rows={1}
          aria-label={t('Message')}
          placeholder={t('Ask about your pages…')}
          maxLength={CHAT.question}
          value={draft}
          onChange={(event) => onDraft(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {onStop ? (
          <IconButton label={t('Stop')} onClick={onStop}>
            <Square aria-hidden />
          </IconButton>
        ) : (
          <IconButton label={t('Send')} variant="primary" disabled={isEmpty || isSending} onClick={onSend}>
            <ArrowUp aria-hidden />
          </IconButton>
        )}
      </div>
      <ModelButton />
    </div>
  )
}

/** Which model answers; pressing it opens where that is chosen (product.md 2.32). */
function ModelButton() {
  // What is chosen there is read when its window closes.
  useApiSettings()
  const about = useQuery(trpc.ai.about.queryOptions()).data
  const model = aiSettings().model || about?.model || t('Default model')
  return (
    <Button size="sm" variant="ghost" className="min-w-0 self-start" onClick={() => showApiSettings(true)}>
      <SlidersHorizontal aria-hidden />
      <span className="truncate text-xs">{t('Model: {model}', { model })}</span>
    </Button>
  )
}

/** What the next question is about, and how that is changed. */
function About({ documentId }: Pick<ComposerProps, 'documentId'>) {
  const { documents, add, remove } = useSelectedDocuments()
  const scope = useStore(chosenScope)
  const isAbout = documents.some(({ id }) => id === documentId) || documents.length >= CHAT.documents
  const beside = useQuery({
    ...trpc.document.document.queryOptions({ id: documentId ?? '', content: false }),
    enabled: documentId !== null && !isAbout,
  }).data
  return (
    <div className="chat-chips">
      {scope === 'everything' ? (
        <Chip
          icon={<Globe aria-hidden size={14} />}
          label={t('Everything I can see')}
          onRemove={() => chosenScope.set('selected')}
        />
      ) : (
        <>
          {documents.map(({ id, title }) => (
            <Chip key={id} label={title || UNTITLED()} onRemove={() => remove(id)} />
          ))}
          {beside && !isAbout && (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => add({ id: beside.id, title: beside.title, icon: beside.icon })}
            >
              <FileText aria-hidden />
              {t('This page')}
            </Button>
          )}
          <PopupButton
            kind="dialog"
            button={
              <Button size="sm" variant="ghost">
                <FilePlus2 aria-hidden />
                {t('Add pages')}
              </Button>
            }
          >
            {(popup) => (
              <ButtonPopover popup={popup} label={t('Add pages')}>
                <PagePicker onEverything={() => chosenScope.set('everything')} />
              </ButtonPopover>
            )}
          </PopupButton>
        </>
      )}
    </div>
  )
}

function Chip({ icon, label, onRemove }: { icon?: ReactNode; label: string; onRemove(): void }) {
  return (
    <span className="chat-chip">
      {icon}
      <span className="truncate">{label}</span>
      <button type="button" aria-label={t('Remove {title}', { title: label })} onClick={onRemove}>
        <X aria-hidden size={12} />
      </button>
    </span>
  )
}
