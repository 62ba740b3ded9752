import type { Block } from './kit/block'
import { plainTextOf } from './plain-text'

/** Every block that says something, with its own words, in the order of the page. */
export function* blockLines(blocks: readonly Block[]): Generator<{ id: string; text: string }> {
  const rest = [...blocks].reverse()
  for (let block = rest.pop(); block; block = rest.pop()) {
    const { children = [], ...own } = block
    const text = plainTextOf([own])
    if (text.trim() !== '') yield { id: block.id, text }
    for (const child of [...children].reverse()) rest.push(child)
  }
}
