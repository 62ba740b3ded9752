/** Hears of each page whose words have changed, a little before that is stored. Of every server in this process. */
type Listener = (documentId: string) => void

const listeners = new Set<Listener>()

/** Calls `listener` until the returned function is called. */
export function onIndexed(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tellIndexed(documentId: string): void {
  for (const listener of listeners) listener(documentId)
}
