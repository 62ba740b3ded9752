let refresh: (() => void) | null = null

/** Has the index of the active pod brought up to date; nothing happens before it is known which pod that is. */
export const askForIndex = (): void => refresh?.()

/** Does what `askForIndex` asks for, until the returned function is called. */
export function onIndexAsked(act: () => void): () => void {
  refresh = act
  return () => {
    if (refresh === act) refresh = null
  }
}
