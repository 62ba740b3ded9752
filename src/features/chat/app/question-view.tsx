import { Pencil } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { askBeforeUnload } from '@/app/leaving'
import { UNTITLED } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { TextArea } from '@/ui/field'
import { toast } from '@/ui/toast'
import type { ChatMessage } from '../model'
import { VersionSwitch, type VersionSwitchProps } from './version-switch'

export interface QuestionViewProps extends VersionSwitchProps {
  message: ChatMessage
  /** Asks it in other words; answers whether that was done. Left out where that is not possible. */
  onEdit?: ((content: string) => Promise<boolean>) | undefined
}

/** Questions that are being asked in other words, by their ids: they outlast the panel. */
const edited = new Map<string, string>()
askBeforeUnload(() => edited.size > 0)

/** A question, which can be asked in other words (product.md 4.13). */
export function QuestionView({ message, onEdit, ...versions }: QuestionViewProps) {
  const [isEditing, setEditing] = useState(edited.has(message.id))
  if (isEditing) return <EditQuestion message={message} onEdit={onEdit} onClose={() => setEditing(false)} />
  const about =
    message.scope === 'everything'
      ? [t('Everything I can see')]
      : message.sources.map(({ title }) => title || UNTITLED())
  return (
    <article aria-label={t('Your message')} className="chat-row chat-question">
      <p className="chat-words">{message.content}</p>
      {about.length > 0 && <p className="chat-about">{t('About: {titles}', { titles: about.join(', ') })}</p>}
      <div className="chat-actions">
        <VersionSwitch {...versions} />
        {onEdit && (
          <IconButton label={t('Edit message')} onClick={() => setEditing(true)}>
            <Pencil aria-hidden />
          </IconButton>
        )}
      </div>
    </article>
  )
}

function EditQuestion({
  message,
  onEdit,
  onClose,
}: Pick<QuestionViewProps, 'message' | 'onEdit'> & { onClose(): void }) {
  const [content, setContent] = useState(edited.get(message.id) ?? message.content)
  const [isBusy, setBusy] = useState(false)
  const change = (words: string) => {
    setContent(words)
    if (words === message.content) edited.delete(message.id)
    else edited.set(message.id, words)
  }
  const close = () => {
    edited.delete(message.id)
    onClose()
  }
  const save = async () => {
    if (isBusy) return
    if (message.id === '' || !onEdit) {
      toast.error(t('Cannot save: Missing message ID or update handler'))
      return
    }
    if (content.trim() === '') {
      toast.error(t('Message cannot be empty'))
      return
    }
    setBusy(true)
    if (await onEdit(content)) {
      toast.success(t('Message updated successfully'))
      close()
    } else setBusy(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="chat-row chat-edit">
      <TextArea
        autoFocus
        aria-label={t('Edit message')}
        value={content}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={close}>
          {t('Cancel')}
        </Button>
        <Button size="sm" variant="primary" disabled={isBusy} onClick={() => void save()}>
          {t('Save')}
        </Button>
      </div>
    </div>
  )
}
