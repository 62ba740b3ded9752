import { randomEdit, tokensIn, type World } from '@test/document/random-edits'
import { randomOf } from '@test/document/random-of'
import { Client, syncAll } from '@test/document/test-clients'
import { storySeeds } from '@test/story-seeds'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { applyBlocks } from '../page-index/blocks'
import { readPage } from '../page-index/read-page'

/** A person with an input method: what is composed replaces itself until it is done. */
class Composer {
  composing = false
  private at = { block: '', from: 0, length: 0 }

  constructor(readonly client: Client) {
    const self = this
    client.binding.close()
    client.binding.open({
      get state() {
        return client.state
      },
      get composing() {
        return self.composing
      },
      dispatch: (tr) => client.dispatch(tr),
    })
  }

  begin(block: string, offset: number): void {
    const { client } = this
    client.select(client.pos(block) + 1 + offset)
    this.composing = true
    this.at = { block, from: offset, length: 0 }
  }

  /** The editor shows this instead of what was composed so far; it stands where it began, as the editor shows it. */
  compose(text: string): void {
    const { client, at } = this
    const start = client.pos(at.block) + 1 + at.from
    client.dispatch(client.state.tr.insertText(text, start, start + at.length))
    at.length = text.length
  }

  end(): void {
    this.composing = false
    this.client.binding.composingEnded()
  }
}

function two(...texts: string[]): [Composer, Client] {
  const one = new Client(1)
  applyBlocks(
    one.doc,
    texts.map((text, i) => ({ id: `b${i}`, kind: 'paragraph', text: [{ text }] })),
  )
  return [new Composer(one), new Client(2, Y.encodeStateAsUpdate(one.doc))]
}

const bring = (from: Client, to: Client) => {
  for (const update of from.outbox.splice(0)) to.receive(update)
}

test('R12 what others do to the block is held back while one composes in it, and is there when it ends', () => {
  const [ada, grace] = two('one two')
  ada.begin('b0', 4)
  ada.compose('に')
  bring(ada.client, grace)
  grace.dispatch(grace.state.tr.insertText('++', 3))
  const { type, attrs } = grace.node('b0')
  grace.dispatch(grace.state.tr.split(6, 1, [{ type, attrs: { ...attrs, id: 'half' } }]))
  bring(grace, ada.client)
  const shown = ada.client.state.doc
  expect(shown.textContent).toBe('one にtwo')
  ada.compose('にほん')
  ada.compose('にほん')
  ada.compose('日本')
  ada.end()
  syncAll([ada.client, grace])
  expect(ada.client.state.doc.toJSON()).toEqual(grace.state.doc.toJSON())
  expect(ada.client.state.doc.textContent).toBe('on++e 日本two')
  expect(ada.client.state.doc.childCount).toBe(2)
  const { $head } = ada.client.state.selection
  expect($head.parent.textContent.slice(0, $head.parentOffset)).toMatch(/日本$/)
})

test('what others do elsewhere is shown at once while one composes', () => {
  const [ada, grace] = two('one', 'two')
  ada.begin('b0', 3)
  ada.compose('に')
  grace.dispatch(grace.state.tr.insertText('!', grace.pos('b1') + 4))
  bring(grace, ada.client)
  expect(ada.client.node('b1').textContent).toBe('two!')
  const composed = ada.client.node('b0')
  grace.dispatch(grace.state.tr.insertText('?', grace.pos('b1') + 1))
  bring(grace, ada.client)
  expect(ada.client.node('b0')).toBe(composed)
})

test('a block that a colleague deletes while one composes in it stays with what was composed', () => {
  const [ada, grace] = two('one', 'two')
  ada.begin('b0', 3)
  ada.compose('に')
  grace.dispatch(grace.state.tr.delete(0, grace.node('b0').nodeSize))
  bring(grace, ada.client)
  expect(ada.client.node('b0').textContent).toBe('oneに')
  ada.compose('日')
  ada.end()
  syncAll([ada.client, grace])
  expect(ada.client.state.doc.toJSON()).toEqual(grace.state.doc.toJSON())
  expect(grace.state.doc.textContent).toBe('日two')
})

/** What somebody can do in the midst of composing that is more than composing. */
const other: [string, (client: Client) => void][] = [
  ['splits the block', (client) => split(client, 6)],
  ['joins the next block to it', (client) => client.dispatch(client.state.tr.join(client.pos('b1')))],
  [
    'deletes what stands over both blocks',
    (client) => client.dispatch(client.state.tr.delete(7, client.pos('b1') + 3)),
  ],
  [
    'writes in both blocks at once',
    (client) => client.dispatch(client.state.tr.insertText('B', client.pos('b1') + 1).insertText('A', 8)),
  ],
  [
    'makes the block a heading and takes its first signs',
    (client) =>
      client.dispatch(
        client.state.tr
          .delete(1, 3)
          .setNodeMarkup(0, client.state.schema.nodes.heading, { id: 'b0', level: 2 }),
      ),
  ],
]

const split = (client: Client, at: number) => {
  const { type, attrs } = client.state.doc.resolve(at).parent
  client.dispatch(client.state.tr.split(at, 1, [{ type, attrs: { ...attrs, id: `s${at}` } }]))
}

for (const [what, act] of other) {
  // What stands inside of what one deletes goes with it.
  const places = what.startsWith('deletes') ? 1 : 3
  const acts: [string, (grace: Client) => void][] = [
    ['writes at the start', (grace) => grace.dispatch(grace.state.tr.insertText('XYZ', 1))],
    ['writes at the end', (grace) => grace.dispatch(grace.state.tr.insertText('XYZ', grace.pos('b1') - 1))],
    [
      'splits the block and writes',
      (grace) => {
        split(grace, 4)
        grace.dispatch(grace.state.tr.insertText('XYZ', grace.pos('s4') + 1))
      },
    ],
  ]
  test.each(acts.slice(0, places))(
    `R12 one ${what} in the midst of composing, while a colleague %s: their words stay`,
    (_what, theirs) => {
      const [ada, grace] = two('hello world', 'second')
      ada.begin('b0', 5)
      ada.compose('に')
      bring(ada.client, grace)
      theirs(grace)
      bring(grace, ada.client)
      act(ada.client)
      ada.end()
      syncAll([ada.client, grace])
      expect(ada.client.state.doc.toJSON()).toEqual(grace.state.doc.toJSON())
      expect(ada.client.binding.index.blocks()).toEqual(readPage(ada.client.doc))
      const text = grace.state.doc.textContent
      expect(text.split('XYZ').length - 1).toBe(1)
      for (const letter of 'wrdn')
        expect(text.split(letter).length - 1, text).toBeLessThanOrEqual(letter === 'd' ? 2 : 1)
    },
  )
}

test('emoji that share half of their code units are composed beside each other', () => {
  const [ada, grace] = two('hi \u{1f600}', 'second')
  ada.begin('b0', 3)
  ada.compose('x')
  bring(ada.client, grace)
  grace.dispatch(grace.state.tr.insertText('X', 1))
  bring(grace, ada.client)
  ada.compose('\u{1f601}')
  ada.end()
  syncAll([ada.client, grace])
  expect(ada.client.state.doc.textContent).toBe('Xhi \u{1f601}\u{1f600}second')
  expect(grace.state.doc.textContent).toBe('Xhi \u{1f601}\u{1f600}second')
})

const { start: FIRST, runs: RUNS } = storySeeds(300)

test(`R12 composing while others edit the page at random loses and doubles nothing, seeds ${FIRST} to ${FIRST + RUNS - 1}`, () => {
  for (let seed = FIRST; seed < FIRST + RUNS; seed++) {
    const random = randomOf(seed)
    const [ada, grace] = two('one two', 'three', 'four five')
    const world: World = { random, taken: new Map(), typed: new Set(), ids: 0, unfaithful: [] }
    for (let round = 0; round < 6; round++) {
      const texts: { id: string; size: number }[] = []
      ada.client.state.doc.descendants((node) => {
        if (node.isTextblock && node.attrs.id) texts.push({ id: node.attrs.id, size: node.content.size })
        return !node.isTextblock
      })
      const block = texts[random(texts.length)]
      if (!block) continue
      ada.begin(block.id, random(block.size + 1))
      const done = String.fromCharCode(0x9000 + round)
      for (let i = 1; i <= 4; i++) {
        ada.compose(i < 4 ? 'に'.repeat(i) : done)
        for (let n = random(3); n > 0; n--) randomEdit(grace, world)
        if (random(2)) bring(grace, ada.client)
        if (random(2)) bring(ada.client, grace)
      }
      world.typed.add(done)
      ada.end()
    }
    syncAll([ada.client, grace])
    const label = `seed ${seed}`
    expect(ada.client.binding.index.blocks(), label).toEqual(readPage(ada.client.doc))
    expect(ada.client.state.doc.toJSON(), label).toEqual(grace.state.doc.toJSON())
    const seen = tokensIn(ada.client.state.doc)
    expect(new Set(seen).size, label).toBe(seen.length)
    // What the colleague did not take away is there.
    for (const token of world.typed) {
      if (!world.taken.has(token)) expect(seen, label).toContain(token)
    }
    ada.client.close()
    grace.close()
  }
}, 240_000)
