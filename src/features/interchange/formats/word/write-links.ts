import { ExternalHyperlink, InternalHyperlink, type ParagraphChild } from 'docx'
import type { Block } from '@/blocks'

/** Where the links of a page lead: to addresses, or to bookmarks at the page's own blocks. */
export class WordLinks {
  /** The names of bookmarks by the ids of their blocks. */
  private readonly bookmarks = new Map<string, string>()

  /** `origin`: where addresses that begin with `/` are. */
  constructor(
    blocks: readonly Block[],
    private readonly origin: string,
  ) {
    const ids = new Set<string>()
    const linked: string[] = []
    const rest = [...blocks]
    for (let block = rest.pop(); block; block = rest.pop()) {
      ids.add(block.id)
      for (const { marks = [] } of block.text ?? [])
        for (const { kind, attributes } of marks)
          if (kind === 'link' && typeof attributes?.url === 'string') linked.push(attributes.url)
      for (const child of block.children ?? []) rest.push(child)
    }
    for (const url of linked.reverse()) {
      const id = this.blockIn(url)
      if (id !== null && ids.has(id) && !this.bookmarks.has(id))
        this.bookmarks.set(id, `section_${this.bookmarks.size + 1}`)
    }
  }

  /** The bookmark that has to stand at a block; `null` where nothing leads to it. */
  bookmark(block: string): string | null {
    return this.bookmarks.get(block) ?? null
  }

  to(url: string, children: ParagraphChild[]): ParagraphChild {
    const anchor = this.bookmarks.get(this.blockIn(url) ?? '')
    if (anchor !== undefined) return new InternalHyperlink({ anchor, children })
    const isOurs = url.startsWith('/') && !url.startsWith('//')
    return new ExternalHyperlink({ link: isOurs ? this.origin + url : url, children })
  }

  /** The block that an address names: `#id`, and `/page#id` on this server. */
  private blockIn(url: string): string | null {
    const path = this.origin !== '' && url.startsWith(this.origin) ? url.slice(this.origin.length) : url
    return /^(?:\/[\w-]{1,64})?#([\w-]{1,64})$/.exec(path)?.[1] ?? null
  }
}
