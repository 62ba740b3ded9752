// Asked when the application is loaded: its own links lead on without the word in the address.
const atStart =
  typeof window !== 'undefined' && new URLSearchParams(window.location.search).get('iframe') === 'true'

/** Is the application shown inside of another page, without its own frame (`?iframe=true`, product.md 6.2)? */
export const isEmbedded = (): boolean => atStart
