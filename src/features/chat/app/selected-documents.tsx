import { createContext, type ReactNode, use, useMemo } from 'react'
import type { OwnStore } from '@/shared/store'
import { useStore } from '@/ui/use-store'
import type { SelectedDocument } from '../model'

/** The pages that the next question is about (product.md 3.24). */
export interface SelectedDocuments {
  documents: readonly SelectedDocument[]
  /** One that is there already stays where it is. */
  add(document: SelectedDocument): void
  remove(id: string): void
  toggle(document: SelectedDocument): void
  /** Of several with one id the first counts. */
  set(documents: readonly SelectedDocument[]): void
}

const Holder = createContext<SelectedDocuments | null>(null)

type Documents = readonly SelectedDocument[]

const without = (documents: Documents, id: string) => documents.filter((one) => one.id !== id)
const once = (documents: Documents) =>
  documents.filter(({ id }, at) => documents.findIndex((one) => one.id === id) === at)

/** What can be done to a list of selected pages that is kept in a store. */
export const selectionIn = (store: OwnStore<Documents>): Omit<SelectedDocuments, 'documents'> => ({
  add: (document) => store.set(once([...store.get(), document])),
  remove: (id) => store.set(without(store.get(), id)),
  toggle(document) {
    const before = store.get()
    const after = without(before, document.id)
    store.set(after.length < before.length ? after : [...before, document])
  },
  set: (documents) => store.set(once(documents)),
})

/** Hands the selected pages to everything below it. */
export function SelectedDocumentsProvider({
  store,
  children,
}: {
  store: OwnStore<Documents>
  children: ReactNode
}) {
  const documents = useStore(store)
  const holder = useMemo(() => ({ documents, ...selectionIn(store) }), [documents, store])
  return <Holder value={holder}>{children}</Holder>
}

/** The selected pages. Throws outside of a {@link SelectedDocumentsProvider}. */
export function useSelectedDocuments(): SelectedDocuments {
  const holder = use(Holder)
  if (!holder) throw new Error('useSelectedDocuments must be used within a SelectedDocumentsProvider')
  return holder
}
