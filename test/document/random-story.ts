import { Fragment, Node } from '@tiptap/pm/model'
import * as Y from 'yjs'
import { type Block, docFromBlocks } from '@/blocks'
import { isBlankCell } from '@/blocks/json'
import { isCell, isTable, isWholeTable } from '@/document/binding/table-nodes'
import { sameJson } from '@/document/format/layout'
import { readPage } from '@/document/page-index/read-page'
import { randomEdit, tokensIn, type World } from './random-edits'
import { randomOf } from './random-of'
import { Client, syncAll } from './test-clients'

const START: Block[] = [
  { id: 'a', kind: 'paragraph', text: [{ text: 'one two' }] },
  { id: 'b', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'three' }] },
  { id: 'q', kind: 'blockquote', children: [{ id: 'c', kind: 'paragraph', text: [{ text: 'four' }] }] },
  { id: 'd', kind: 'listItem', text: [{ text: 'five', marks: [{ kind: 'bold' }] }] },
]

/**
 * One story of a few people and `edits` edits, with messages that are late, twice, in another order or lost, until in the
 * end everybody has everything. Throws when somebody's editor does not show the page, when two differ, when somebody
 * still writes, or when a token was lost, doubled or not written as it was typed.
 */
export function tellStory(
  seed: number,
  edits = 60,
  start: readonly Block[] = START,
  edit: typeof randomEdit = randomEdit,
): void {
  const random = randomOf(seed)
  const world: World = { random, taken: new Map(), typed: new Set(), ids: 0, unfaithful: [] }
  const first = new Client(1)
  first.dispatch(first.state.tr.replaceWith(0, first.state.doc.content.size, docFromBlocks(start).content))
  const clients = [first]
  const people = 3 + random(random(4) === 0 ? 6 : 2)
  for (let i = 2; i <= people; i++) clients.push(new Client(i, Y.encodeStateAsUpdate(first.doc)))
  const mail: { to: Client; update: Uint8Array }[] = []
  const log: string[] = []
  const fail = (what: string, ...told: unknown[]): never => {
    const last = log.slice(-8).join(', ')
    throw new Error(
      [`seed ${seed}, after ${log.length} edits (${last}): ${what}`, ...told.map(plain)].join('\n'),
    )
  }
  const check = (client: Client) => {
    const wanted = client.binding.wholeDoc(client.state)
    if (!client.state.doc.eq(wanted)) fail('the editor does not show the page', client.state.doc, wanted)
  }
  for (let i = 0; i < edits; i++) {
    const client = clients[random(clients.length)] as Client
    log.push(`${client.doc.clientID} ${edit(client, world)}`)
    check(client)
    for (const update of client.outbox.splice(0)) {
      for (const to of clients) {
        if (to === client || random(5) === 0) continue
        mail.push({ to, update })
        if (random(6) === 0) mail.push({ to, update })
      }
    }
    for (let n = random(4); n > 0 && mail.length > 0; n--) {
      const [letter] = mail.splice(random(mail.length), 1)
      letter?.to.receive(letter.update)
      if (letter && i % 4 === 0) check(letter.to)
    }
  }
  syncAll(clients)
  // R13: after everybody has everything, nobody writes any more.
  for (const client of clients) client.written = 0
  syncAll(clients)
  for (const client of clients) {
    check(client)
    client.state.doc.check()
    client.state.doc.descendants((node) => {
      if (isTable(node) && !isWholeTable(node)) fail('a table is no rectangle', node)
      return !node.inlineContent
    })
    if (client.written > 0) fail(`${client.doc.clientID} still writes`)
    const read = readPage(client.doc)
    if (!sameJson(client.binding.index.blocks(), read)) fail('the index reads differently')
    const isShown = client.binding.index.children('').length > 0
    if (isShown && !withoutFillers(client.state.doc).eq(withoutFillers(first.state.doc)))
      fail('two editors differ', client.state.doc)
  }
  const counts = new Map<string, number>()
  for (const token of tokensIn(first.state.doc)) counts.set(token, (counts.get(token) ?? 0) + 1)
  // What two people deleted and both brought back by undo is there twice: Yjs writes it anew for each of them.
  const doubled = [...counts].filter(([token, count]) => count > 1 && (world.taken.get(token)?.size ?? 0) < 2)
  const lost = [...world.typed].filter((token) => !counts.has(token) && !world.taken.has(token))
  if (doubled.length > 0) fail('doubled', doubled)
  if (lost.length > 0) fail('lost', lost)
  if (world.unfaithful.length > 0) fail('unfaithful', world.unfaithful)
  for (const client of clients) client.close()
}

/** The document without what each person's own editor shows in empty cells. */
function withoutFillers(node: Node): Node {
  if (isCell(node) && isBlankCell(node)) return node.copy(Fragment.empty)
  if (node.inlineContent || node.isLeaf) return node
  return node.copy(Fragment.fromArray(node.content.content.map(withoutFillers)))
}

const plain = (value: unknown): string =>
  value instanceof Node ? sketch(value) : JSON.stringify(value, null, 1)

/** A document in few words: kinds with their ids and what is said of them, nested as they are. */
function sketch(node: Node, depth = 0): string {
  if (node.isText) return JSON.stringify(node.text)
  const said = Object.entries(node.attrs).filter(
    ([key, value]) => key !== 'id' && value !== node.type.spec.attrs?.[key]?.default,
  )
  const name = `${node.type.name}#${node.attrs.id}${said.length > 0 ? JSON.stringify(said) : ''}`
  const inside = node.content.content.map((child) => sketch(child, depth + 1))
  if (node.inlineContent) return `${name} ${inside.join(' ')}`
  return [name, ...inside.map((line) => `${' '.repeat(depth + 1)}${line}`)].join('\n')
}
