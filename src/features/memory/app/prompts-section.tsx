import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rpc, trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { displayWords, MEMORY, type Prompt } from '../model'
import { act, type Doing } from './act'
import { EditInPlace } from './edit-in-place'
import { EntryActions } from './entry-actions'
import { EntryList, type EntryWords } from './entry-list'
import { NewPrompt } from './new-prompt'

/** The settings section Prompts (product.md 3.12). */
export default function PromptsSection() {
  const prompts = useQuery(trpc.prompt.getAll.queryOptions())
  return (
    <div className="flex flex-col gap-6">
      <NewPrompt />
      <EntryList query={prompts} words={words()} nameOf={({ title }) => title}>
        {(prompt) => <OnePrompt prompt={prompt} />}
      </EntryList>
    </div>
  )
}

const words = (): EntryWords => ({
  list: t('Prompts'),
  empty: t('No prompts found.'),
  failed: t('Your prompts could not be loaded'),
  choose: (name) => t('Select {name}', { name }),
  confirmDelete: (count) => t('{count, plural, one {Delete # prompt?} other {Delete # prompts?}}', { count }),
  setStatus: (ids, status) => ({
    call: () => rpc.prompt.bulkUpdateStatus.mutate({ ids, status }),
    done: t('Prompts updated successfully'),
    failed: t('Failed to update prompts'),
  }),
  remove: (ids) => ({
    call: () => rpc.prompt.bulkDelete.mutate({ ids }),
    done: t('Prompts deleted successfully'),
    failed: t('Failed to delete prompts'),
  }),
})

const update = (change: Parameters<typeof rpc.prompt.update.mutate>[0]): Doing => ({
  call: () => rpc.prompt.update.mutate(change),
  done: t('Prompt updated successfully'),
  failed: t('Failed to update prompt'),
})

function OnePrompt({ prompt: { id, title, icon, display, prompt, status } }: { prompt: Prompt }) {
  const [isEdited, setIsEdited] = useState(false)
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p className="min-w-40 flex-1 break-words">
          <span aria-hidden>{icon} </span>
          <span className="font-medium">{title}</span>
          <span className="ms-2 text-xs text-text-muted">{displayWords(display)}</span>
        </p>
        {!isEdited && (
          <EntryActions
            name={title}
            status={status}
            onEdit={() => setIsEdited(true)}
            setStatus={(next) => update({ id, status: next })}
            remove={{
              call: () => rpc.prompt.delete.mutate({ id }),
              done: t('Prompt deleted successfully'),
              failed: t('Failed to delete prompt'),
            }}
          />
        )}
      </div>
      {isEdited ? (
        <EditInPlace
          text={prompt}
          label={t('Edit {name}', { name: title })}
          most={MEMORY.prompt}
          onSave={(text) => act(update({ id, prompt: text }))}
          onClose={() => setIsEdited(false)}
        />
      ) : (
        <p className="line-clamp-4 whitespace-pre-wrap break-words text-text-muted">{prompt}</p>
      )}
    </div>
  )
}
