let refresh: (() => void) | null = null
let isAsked = false

/** Has the index of the active pod brought up to date, as soon as it is known which pod that is. */
export function askForIndex(): void {
  if (refresh) refresh()
  else isAsked = true
}

/** Does what `askForIndex` asks for or has asked for, until the returned function is called. */
export function onIndexAsked(act: () => void): () => void {
  refresh = act
  if (isAsked) {
    isAsked = false
    act()
  }
  return () => {
    if (refresh === act) refresh = null
  }
}
