let show: (() => void) | null = null

/** Opens the trash beside the sidebar, where there is one; answers whether there is. */
export function askForTrash(): boolean {
  show?.()
  return show !== null
}

/** Shows the trash when it is asked for, until the returned function is called. */
export function onTrashAsked(act: () => void): () => void {
  show = act
  return () => {
    if (show === act) show = null
  }
}
