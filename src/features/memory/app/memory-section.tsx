import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rpc, trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { MEMORY, type Memory } from '../model'
import { act, type Doing } from './act'
import { EditInPlace } from './edit-in-place'
import { beginningOf, EntryActions } from './entry-actions'
import { EntryList, type EntryWords } from './entry-list'
import { NewMemory } from './new-memory'

/** The settings section Memory (product.md 3.11). */
export default function MemorySection() {
  const memories = useQuery(trpc.memory.getAll.queryOptions())
  return (
    <div className="flex flex-col gap-6">
      <NewMemory />
      <EntryList query={memories} words={words()} nameOf={({ memory }) => beginningOf(memory)}>
        {(memory) => <OneMemory memory={memory} />}
      </EntryList>
    </div>
  )
}

const words = (): EntryWords => ({
  list: t('Memories'),
  empty: t('No memories found.'),
  failed: t('Your memories could not be loaded'),
  choose: (name) => t('Select {name}', { name }),
  confirmDelete: (count) =>
    t('{count, plural, one {Delete # memory?} other {Delete # memories?}}', { count }),
  setStatus: (ids, status) => ({
    call: () => rpc.memory.bulkUpdateStatus.mutate({ ids, status }),
    done: t('Memories updated successfully'),
    failed: t('Failed to update memories'),
  }),
  remove: (ids) => ({
    call: () => rpc.memory.bulkDelete.mutate({ ids }),
    done: t('Memories deleted successfully'),
    failed: t('Failed to delete memories'),
  }),
})

const update = (change: Parameters<typeof rpc.memory.update.mutate>[0]): Doing => ({
  call: () => rpc.memory.update.mutate(change),
  done: t('Memory updated successfully'),
  failed: t('Failed to update memory'),
})

function OneMemory({ memory: { id, memory, status } }: { memory: Memory }) {
  const [isEdited, setIsEdited] = useState(false)
  const name = beginningOf(memory)
  if (isEdited)
    return (
      <EditInPlace
        text={memory}
        label={t('Edit {name}', { name })}
        most={MEMORY.memory}
        onSave={(text) => act(update({ id, memory: text }))}
        onClose={() => setIsEdited(false)}
      />
    )
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
      <p className="min-w-48 flex-1 whitespace-pre-wrap break-words">{memory}</p>
      <EntryActions
        name={name}
        status={status}
        onEdit={() => setIsEdited(true)}
        setStatus={(next) => update({ id, status: next })}
        remove={{
          call: () => rpc.memory.delete.mutate({ id }),
          done: t('Memory deleted successfully'),
          failed: t('Failed to delete memory'),
        }}
      />
    </div>
  )
}
