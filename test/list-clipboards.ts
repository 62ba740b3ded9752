import { readdirSync, readFileSync } from 'node:fs'

/** A list as a program puts it on the clipboard, and the blocks that it is (`blockStrings`). */
export interface ListClipboard {
  name: string
  html: string
  lines: string[]
}

const folder = new URL('./clipboards/lists/', import.meta.url)
const text = (file: string) => readFileSync(new URL(file, folder), 'utf8')

/** Those of `test/clipboards/lists`: `name.html`, and beside it `name.txt` with a line for each block. */
export const listClipboards: readonly ListClipboard[] = readdirSync(folder)
  .filter((file) => file.endsWith('.html'))
  .map((file) => {
    const name = file.slice(0, -'.html'.length)
    return { name, html: text(file), lines: text(`${name}.txt`).trimEnd().split('\n') }
  })
