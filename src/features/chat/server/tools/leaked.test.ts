import { expect, it } from 'vitest'
import { ToolTextLeaked, withoutLeaks } from './leaked'

const NAMES = ['search_pages', 'read_page']

/** What comes through of words that arrive in these pieces, and whether a call was found in them. */
async function through(pieces: readonly string[]): Promise<{ words: string; hasLeaked: boolean }> {
  async function* words() {
    yield* pieces
    return { isCut: false }
  }
  const all = withoutLeaks(words(), NAMES)
  let out = ''
  try {
    for (let next = await all.next(); !next.done; next = await all.next()) out += next.value
    return { words: out, hasLeaked: false }
  } catch (error) {
    if (!(error instanceof ToolTextLeaked)) throw error
    return { words: out, hasLeaked: true }
  }
}

it.each([
  '<tool_call>{"name": "search_pages", "arguments": {}}</tool_call>',
  'Sure.\n<function=search_pages>{"query": "x"}</function>',
  '[TOOL_CALLS][{"name": "read_page"}]',
  'Let me look.\n\n```json\n{\n  "name": "search_pages",\n  "arguments": {"query": "x"}\n}\n```',
  '{"name": "read_page", "parameters": {"id": "1"}}',
  '<|python_tag|>{"name": "read_page"}',
])(
  'a call that is written as text is found wherever it is cut, before any of it comes through: %s',
  async (text) => {
    const begins = /[<[{`]/.exec(text)!.index
    for (let cut = 0; cut <= text.length; cut++) {
      const { words, hasLeaked } = await through([text.slice(0, cut), text.slice(cut)])
      expect(hasLeaked, `cut at ${cut}`).toBe(true)
      expect(text.slice(0, begins).startsWith(words), `cut at ${cut}: ${words}`).toBe(true)
    }
    expect(await through([...text])).toMatchObject({ hasLeaked: true })
  },
)

it.each([
  'May [3], and a < b. Use `x` or ```js\nlet a = {"name": "Ada"}\n``` and [a link](/x).',
  'A list:\n\n{ "type": "x" }\n\n<div>no</div> [1]',
  'It ends with <',
  '\n\n  {"name": "search_party"}',
  'Models write `<tool_call>` and ``<|tool``:\n\n```xml\n<tool_call>{}</tool_call>\n```\nso.',
])('other words come through whole, wherever they are cut: %s', async (text) => {
  for (let cut = 0; cut <= text.length; cut++)
    expect(await through([text.slice(0, cut), text.slice(cut)])).toEqual({ words: text, hasLeaked: false })
  expect(await through([...text])).toEqual({ words: text, hasLeaked: false })
})
