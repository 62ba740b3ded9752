import type { Block, ParseHtml } from '@/blocks'
import { readHtml } from '@/blocks/html/read'
import { readMarkdown } from '@/blocks/markdown'

/**
 * A long text that was pasted, to be read as Markdown where it can be stopped (R34). `started` says how many milliseconds
 * an ordinary text takes here and now: on a busy machine, or a slow one, many more than usual.
 */
export type MarkdownAnswer = { started: { pace: number } } | { blocks: Block[] } | { failed: true }

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<string>) => void) | null
  postMessage(answer: MarkdownAnswer): void
}

const MAY_HOLD_HTML = /<[a-z/!]/i

/** What pages are made of, 4,000 characters of it. */
const ORDINARY =
  '## Of tides\n\nWords with **weight** and [a way](/out), `code` and more.\n\n- one\n- two\n\n'.repeat(47)

/** A worker has no HTML parser: one that runs nothing and fetches nothing comes when there may be HTML. */
async function htmlParser(): Promise<ParseHtml> {
  const { DOMParser } = await import('linkedom/worker')
  return (html) =>
    new DOMParser().parseFromString(`<html><body>${html}`, 'text/html')
      .documentElement as unknown as ReturnType<ParseHtml>
}

/** How long reading takes here, in milliseconds. The first time is not like those that follow. */
function measurePace(): number {
  readMarkdown(ORDINARY)
  const start = performance.now()
  readMarkdown(ORDINARY)
  return performance.now() - start
}

async function read(text: string): Promise<void> {
  try {
    const parse = MAY_HOLD_HTML.test(text) ? await htmlParser() : null
    scope.postMessage({ started: { pace: measurePace() } })
    const { blocks } = readMarkdown(text, {
      titleFromHeading: false,
      ...(parse ? { readHtml: (html) => readHtml(html, parse) } : {}),
    })
    scope.postMessage({ blocks })
  } catch {
    scope.postMessage({ failed: true })
  }
}

scope.onmessage = ({ data }) => void read(data)
