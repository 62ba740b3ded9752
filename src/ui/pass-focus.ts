/** What has not come by then does not come: what was asked for was refused. */
const PATIENCE_MS = 5000

/**
 * The focused button goes away by what it does: the focus goes on to the element that the selector finds then, as soon
 * as that is there. Nothing happens when the person has gone elsewhere in the meantime.
 */
export function passFocus(selector: string): void {
  const before = document.querySelector(selector)
  const stop = () => {
    clearTimeout(patience)
    watcher.disconnect()
  }
  const watcher = new MutationObserver(() => {
    const next = document.querySelector<HTMLElement>(selector)
    if (!next || next === before) return
    stop()
    if (document.activeElement === null || document.activeElement === document.body)
      next.focus({ preventScroll: true })
  })
  const patience = setTimeout(stop, PATIENCE_MS)
  watcher.observe(document.body, { childList: true, subtree: true })
}

/** What is focused goes away with this element: the focus goes on to `next` then, unless the person has gone elsewhere. */
export function passFocusFrom(gone: Element | null, next: HTMLElement | null): void {
  if (!gone || !next) return
  const stop = () => {
    clearTimeout(patience)
    watcher.disconnect()
  }
  const watcher = new MutationObserver(() => {
    if (gone.isConnected) return
    stop()
    // A menu that closes gives the focus back to its button, which is gone, in the same turn.
    setTimeout(() => {
      const { activeElement } = document
      if (activeElement === null || activeElement === document.body) next.focus({ preventScroll: true })
    })
  })
  const patience = setTimeout(stop, PATIENCE_MS)
  watcher.observe(document.body, { childList: true, subtree: true })
}
