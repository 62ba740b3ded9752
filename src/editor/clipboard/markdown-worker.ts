import type { Block, ParseHtml } from '@/blocks'
import { blocksFromHtml } from '@/blocks/html/read'
import { readMarkdown } from '@/blocks/markdown'

/** A long text that was pasted, to be read as Markdown where it can be stopped (R34). */
export type MarkdownAnswer = { started: true } | { blocks: Block[] } | { failed: true }

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<string>) => void) | null
  postMessage(answer: MarkdownAnswer): void
}

const MAY_HOLD_HTML = /<[a-z/!]/i

/** A worker has no HTML parser: one that runs nothing and fetches nothing comes when there may be HTML. */
async function htmlParser(): Promise<ParseHtml> {
  const { DOMParser } = await import('linkedom/worker')
  return (html) =>
    new DOMParser().parseFromString(`<html><body>${html}`, 'text/html')
      .documentElement as unknown as ReturnType<ParseHtml>
}

async function read(text: string): Promise<void> {
  try {
    const parse = MAY_HOLD_HTML.test(text) ? await htmlParser() : null
    scope.postMessage({ started: true })
    const { blocks } = readMarkdown(text, {
      titleFromHeading: false,
      ...(parse ? { blocksOfHtml: (html) => blocksFromHtml(html, parse) } : {}),
    })
    scope.postMessage({ blocks })
  } catch {
    scope.postMessage({ failed: true })
  }
}

scope.onmessage = ({ data }) => void read(data)
