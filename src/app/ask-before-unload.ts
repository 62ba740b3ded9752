import { isLeavingForGood } from './load-anew'

/** The browser asks before it closes or reloads the tab while one of these answers yes (product.md 8.15). Never taken back. */
export function askBeforeUnload(isUnsaved: () => boolean): void {
  window.addEventListener('beforeunload', (event) => {
    if (!isLeavingForGood() && isUnsaved()) event.preventDefault()
  })
}
