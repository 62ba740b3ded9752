import { SuggestingEditor } from '@test/suggesting-editor'
import { afterEach, expect, test } from 'vitest'
import { type Block, blocksFromDoc } from '@/blocks'

const open: SuggestingEditor[] = []
afterEach(() => {
  for (const editor of open.splice(0)) editor.close()
})

const line = (id: string, text: string): Block => ({ id, kind: 'paragraph', text: [{ text }] })
const quote = (...children: Block[]): Block => ({ id: 'q', kind: 'blockquote', children })
const toggle = (id: string, ...children: Block[]): Block => ({ id, kind: 'toggle', children })
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

function suggester(...blocks: Block[]): SuggestingEditor {
  const [editor] = SuggestingEditor.onPage(blocks, 'ann')
  open.push(editor!)
  return editor!
}

const shape = (blocks: readonly Block[]): unknown[] =>
  blocks.map(({ kind, text, children }) =>
    children
      ? [kind, ...shape(children)]
      : (text ?? []).map((part) => ('text' in part ? part.text : '')).join(''),
  )
const shown = (editor: SuggestingEditor) => shape(blocksFromDoc(editor.state.doc))
/** The caret behind the last letter of a block. */
function toEnd(editor: SuggestingEditor, id: string): void {
  let at = -1
  editor.state.doc.descendants((node, pos) => {
    if (node.attrs.id === id) at = pos + 1 + node.content.size
  })
  editor.dispatchSelection(at)
}

const PAGES: [string, Block[], unknown[]][] = [
  ['a quote', [line('a', 'x'), quote(line('b', 'One'), line('c', 'Two'))], ['xOne', ['blockquote', 'Two']]],
  ['a quote of one line', [line('a', 'x'), quote(line('b', 'One')), line('d', 'end')], ['xOne', 'end']],
  ['a toggle', [line('a', 'x'), toggle('t', line('b', 'One'), line('c', 'in'))], ['xOne', 'in']],
  [
    'the end of a quote',
    [quote(line('z', 'first'), line('a', 'x')), line('b', 'One')],
    [['blockquote', 'first', 'xOne']],
  ],
  [
    'two toggles',
    [toggle('t', line('z', 'title'), line('a', 'x')), toggle('u', line('b', 'One'), line('c', 'in'))],
    [['toggle', 'title', 'xOne'], 'in'],
  ],
]

test.each(PAGES)(
  'Delete before %s is suggested: rejected, the page is as it was; accepted, as an editor’s',
  async (_what, page, wanted) => {
    for (const isAccepted of [true, false]) {
      const editor = suggester(...page)
      const before = editor.settled()
      toEnd(editor, 'a')
      editor.press('Delete')
      await turn()
      expect(editor.settled()).toBe(before)
      editor.check()
      editor.decideAll(isAccepted)
      await turn()
      expect(shown(editor)).toEqual(isAccepted ? wanted : shape(page))
    }
  },
)

test.each(PAGES)(
  'what is suggested in the line that Delete brings up from %s stays a suggestion, and nothing is written twice',
  async (_what, page, wanted) => {
    for (const isAccepted of [true, false]) {
      const editor = suggester(...page)
      toEnd(editor, 'b')
      editor.press('Backspace')
      await turn()
      toEnd(editor, 'b')
      editor.type(' more')
      await turn()
      const { sids } = editor.page.suggestions
      expect(sids.length).toBeGreaterThan(0)
      editor.page.isSuggesting = false
      toEnd(editor, 'a')
      editor.press('Delete')
      await turn()
      editor.check()
      expect(editor.page.suggestions.sids).toEqual(sids)
      editor.decideAll(isAccepted)
      await turn()
      const changed = JSON.stringify(wanted).replace('xOne', isAccepted ? 'xOn more' : 'xOne')
      expect(JSON.stringify(shown(editor))).toBe(changed)
    }
  },
)

test.each(PAGES)(
  'Delete that is pressed again and again before %s goes on, and doubles nothing',
  async (_what, page) => {
    const editor = suggester(...page)
    const before = editor.settled()
    toEnd(editor, 'a')
    for (let times = 0; times < 3; times++) {
      editor.press('Delete')
      await turn()
      editor.check()
    }
    expect(editor.settled()).toBe(before)
    editor.decideAll(true)
    await turn()
    expect(JSON.stringify(shown(editor))).toContain('"xe"')
  },
)

test('what an editor writes in a column that is suggested away dissolves no columns', async () => {
  const column = (id: string, child: Block): Block => ({ id, kind: 'column', children: [child] })
  const page = [
    {
      id: 'g',
      kind: 'columnGroup',
      children: [column('c1', line('l', 'Left')), column('c2', line('r', 'Right'))],
    },
    line('z', 'end'),
  ]
  const editor = suggester(...page)
  const before = editor.settled()
  toEnd(editor, 'r')
  editor.press('Escape', 'Delete')
  await turn()
  expect(editor.page.suggestions.sids).toHaveLength(1)
  expect(editor.settled()).toBe(before)
  editor.page.isSuggesting = false
  toEnd(editor, 'r')
  editor.type('!')
  await turn()
  editor.check()
  editor.decideAll(false)
  await turn()
  expect(shown(editor)).toEqual([['columnGroup', ['column', 'Left'], ['column', 'Right!']], 'end'])
})
