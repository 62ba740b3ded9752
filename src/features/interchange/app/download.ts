/** Hands a file to the person's browser, which stores it. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers take the file over a while after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
