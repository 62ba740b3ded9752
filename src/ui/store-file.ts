/** Hands bytes to the person's browser, which stores them as a file of theirs. */
export function storeFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers take the file over a while after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
