import type { EditingMode } from '@/shared/permissions'
import { createStore, type OwnStore } from '@/shared/store'

/**
 * How the person in this tab works on a page, by the page's id: the editor follows it at once. What a person may do is decided
 * elsewhere, and by the server.
 */
const modes = new Map<string, OwnStore<EditingMode>>()

export function modeOf(documentId: string): OwnStore<EditingMode> {
  const known = modes.get(documentId)
  if (known) return known
  const mode = createStore<EditingMode>('editing')
  modes.set(documentId, mode)
  return mode
}

/** The best that the person in this tab may do with a page, by the page's id, as the page was told. */
const best = new Map<string, OwnStore<EditingMode>>()

export function bestModeOf(documentId: string): OwnStore<EditingMode> {
  const known = best.get(documentId)
  if (known) return known
  const mode = createStore<EditingMode>('editing')
  best.set(documentId, mode)
  return mode
}

/** What was chosen for an open page since it was opened, by a menu, a shortcut or the palette; null: nothing yet. */
const chosen = new Map<string, OwnStore<EditingMode | null>>()

export function chosenOf(documentId: string): OwnStore<EditingMode | null> {
  const known = chosen.get(documentId)
  if (known) return known
  const mode = createStore<EditingMode | null>(null)
  chosen.set(documentId, mode)
  return mode
}

const keyOf = (documentId: string, userId: string) => `editing-mode ${userId} ${documentId}`

/** What a person chose for a page in this tab; a page is edited until something else is chosen. */
export function chosenMode(documentId: string, userId: string): EditingMode {
  const chosen = sessionStorage.getItem(keyOf(documentId, userId))
  return chosen === 'suggesting' || chosen === 'viewing' ? chosen : 'editing'
}

export function rememberMode(documentId: string, userId: string, mode: EditingMode): void {
  sessionStorage.setItem(keyOf(documentId, userId), mode)
}

/** The modes that somebody may choose of whom the best one is known. */
export const modesWithin = (most: EditingMode): readonly EditingMode[] =>
  most === 'editing'
    ? ['editing', 'suggesting', 'viewing']
    : most === 'suggesting'
      ? ['suggesting', 'viewing']
      : ['viewing']

/** The chosen mode where it is allowed, else the best one that is. */
export function modeWithin(chosen: EditingMode, most: EditingMode): EditingMode {
  const allowed = modesWithin(most)
  return allowed.includes(chosen) ? chosen : (allowed[0] as EditingMode)
}
