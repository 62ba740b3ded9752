import type { ChatMessage } from '../model'

/** A message that is shown, with its other versions. */
export interface Shown {
  message: ChatMessage
  /** All versions of it, itself among them, in the order in which they were written. */
  versions: readonly ChatMessage[]
}

/** Which version the person has turned to, by what they answer or follow. */
export type Picks = ReadonlyMap<string | null, string>

/** The messages of a chat that are shown: the branch that was written to last, where the person has not turned to another version. */
export function shownMessages(messages: readonly ChatMessage[], picks: Picks): Shown[] {
  const children = Map.groupBy(messages, ({ parentId }) => parentId)
  const byId = new Map(messages.map((message) => [message.id, message]))
  const newest = new Set<string>()
  for (let at = messages.at(-1); at; at = at.parentId === null ? undefined : byId.get(at.parentId))
    newest.add(at.id)
  const shown: Shown[] = []
  let parent: string | null = null
  for (;;) {
    const versions: readonly ChatMessage[] = children.get(parent) ?? []
    const picked = picks.get(parent)
    const message =
      versions.find(({ id }) => id === picked) ?? versions.find(({ id }) => newest.has(id)) ?? versions.at(-1)
    if (!message) return shown
    shown.push({ message, versions })
    parent = message.id
  }
}
