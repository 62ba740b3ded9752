import { lostOrDoubled, storedDoc, storedText, type Tab, tokensIn, until } from '@test/collab'
import { Network } from '@test/collab-network'
import { areOffline, has, peersOf, peersStage, sentenceOf } from '@test/peers-stage'
import { expect, test, vi } from 'vitest'
import { readTitle, settledTitle, titleText, withSuggestions } from '@/document'
import { unsentPages } from '@/editor/live/local/unsent-pages'

/* What others wrote that comes to a tab through its browser's copy of the page, from another tab. */

const stage = peersStage()

/**
 * Ada's two tabs of one browser, each with a network of its own, and Grace, all without the server: of Ada's only the second meets
 * Grace, so that the first has everything from the copy.
 */
const apart = async ({ cannotMeet = false } = {}) => {
  const { ada, grace, host } = stage
  const [oneWay, twoWay] = [await Network.to(host.url), await Network.to(host.url)]
  const one = stage.open(ada, oneWay.url, cannotMeet)
  one.page.meetIn(null)
  const two = stage.open(ada, twoWay.url)
  const other = stage.open(grace)
  await Promise.all([one, two, other].map((tab) => tab.saved()))
  await stage.met(1, two, other)
  await Promise.all([oneWay.close(), twoWay.close(), stage.network.close()])
  await areOffline(one, two, other)
  const back = async (way: Network) => Network.to(host.url, Number(new URL(way.url).port))
  return { one, two, other, oneIsBack: () => back(oneWay), twoIsBack: () => back(twoWay) }
}
const stored = () => storedText(stage.host.db, stage.documentId)
const demote = (...people: { id: string }[]) => {
  for (const { id } of people) stage.host.roles.set(`${id} ${stage.documentId}`, 'viewer')
  stage.host.collab.live.recheckPages([stage.documentId])
}
const die = (...tabs: Tab[]) => {
  for (const tab of tabs) tab.die()
  stage.tabs = stage.tabs.filter((tab) => !tabs.includes(tab))
}

test('R58 what others wrote on what another tab wrote, and deleted of it, is handed in by a tab that met neither', async () => {
  const { one, two, other, oneIsBack } = await apart()
  two.write()
  await has(other, two)
  other.write()
  const text = titleText(other.page.doc)
  // In the middle of what only Ada's other tab has written: that is gone then.
  text.delete(1, 1)
  text.insert(1, '‹inside›')
  await until('it to come', () => one.text === other.text && one.text.includes('inside'))
  const expected = other.text
  die(two, other)
  const way = await oneIsBack()
  await one.saved()
  expect(await stored()).toBe(expected)
  expect(one.page.generation).toBe(0)
  expect(await stage.writers()).toEqual([stage.ada.id, stage.grace.id].sort())
  await way.close()
})

test('R57 what somebody who may write no more wrote, and comes through the copy while it is handed in, is carried in by nobody', async () => {
  const { one, two, other, oneIsBack } = await apart()
  const own = one.write()
  await has(two, one)
  other.write()
  await has(one, other)
  demote(stage.grace)
  const way = await oneIsBack()
  way.delayMs = 150
  // The first of hers is on its way to the server, or refused already, when the second comes.
  await until('it to be connected', () => one.state === 'saving')
  other.write()
  await until('it to have come to the other tab', () => two.text.includes(other.written[1] ?? ''))
  die(other)
  await until('hers to be gone', () => !one.text.includes(other.written[0] ?? '') && one.state === 'saved')
  way.delayMs = 0
  one.write()
  await one.saved()
  expect(await stored()).toBe(own + (one.written[1] ?? ''))
  await way.close()
})

test('R57 a deletion of somebody who may write no more, that comes through the copy, deletes nothing', async () => {
  const { one, two, other, oneIsBack, twoIsBack } = await apart()
  const own = two.write()
  await has(other, two)
  await has(one, two)
  const way = await oneIsBack()
  await one.saved()
  titleText(other.page.doc).delete(0, 3)
  demote(stage.grace)
  await until('it to come', () => two.text === own.slice(3))
  die(other)
  await until('it to be undone', () => one.text === own && one.state === 'saved')
  expect(await stored()).toBe(own)
  const ways = [way, await twoIsBack()]
  const token = two.write()
  await until('the other to have it', () => one.text === own + token && two.state === 'saved')
  expect(two.text).toBe(own + token)
  expect(await stored()).toBe(own + token)
  for (const each of ways) await each.close()
})

test('R57 the same when both tabs are back at once, and one hears first that it was in vain', async () => {
  const { one, two, other, oneIsBack, twoIsBack } = await apart()
  const own = two.write()
  await has(other, two)
  await has(one, two)
  const oneWay = await oneIsBack()
  await one.saved()
  await oneWay.close()
  await areOffline(one)
  titleText(other.page.doc).delete(0, 3)
  await until('it to come', () => two.text === own.slice(3) && one.text === own.slice(3))
  demote(stage.grace)
  die(other)
  const ways = await Promise.all([oneIsBack(), twoIsBack()])
  for (const [at, way] of ways.entries()) way.delayMs = at * 100
  await until('it to be undone', () => [one, two].every((tab) => tab.text === own && tab.state === 'saved'))
  expect(await stored()).toBe(own)
  for (const way of ways) await way.close()
})

/** Ada's first tab is back, and has written the page anew without what Grace wrote and deleted; her second one still shows that, offline. */
const halfAnew = async () => {
  const stand = await apart()
  const { one, two, other } = stand
  const own = two.write()
  await has(other, two)
  await has(one, two)
  const before = await stand.oneIsBack()
  await one.saved()
  await before.close()
  await areOffline(one)
  other.write()
  titleText(other.page.doc).delete(0, 3)
  await until('it to come', () => [one, two].every((tab) => tab.text === other.text))
  demote(stage.grace)
  die(other)
  const way = await stand.oneIsBack()
  await until('it to be undone', () => one.text === own && one.state === 'saved')
  expect(two.text).toContain(other.written[0])
  return { ...stand, own, way }
}

test('R57 T7 what a tab writes on refused words, before it can write the page anew as another one has, is saved by that one', async () => {
  const { one, two, own, way } = await halfAnew()
  const token = two.write()
  await until('the copy to hold it', () => one.text.includes(token))
  expect(one.text).toBe(own + token)
  die(two)
  await one.saved()
  expect(await stored()).toBe(own + token)
  one.write()
  await one.saved()
  expect(await stored()).toBe(one.text)
  await way.close()
})

test('R57 T7 the same when both are back, and it has written on meanwhile', async () => {
  const { one, two, own, way, twoIsBack } = await halfAnew()
  const token = two.write()
  await until('the copy to hold it', () => one.text.includes(token))
  one.write()
  two.write()
  const ways = [way, await twoIsBack()]
  await Promise.all([one.saved(), two.saved()])
  await until('both to hold the same', () => one.text === two.text)
  const text = await stored()
  expect(text).toBe(one.text)
  expect(text.startsWith(own)).toBe(true)
  expect(lostOrDoubled([...one.written, ...two.written], text)).toEqual({ lost: [], doubled: [] })
  for (const each of ways) await each.close()
})

test('R57 T7 what its owner deletes later stays deleted, over a reload', async () => {
  const { ada, grace } = stage
  const [one, other] = (await stage.together(ada, grace)) as [Tab, Tab]
  const own = one.write()
  await one.saved()
  await has(other, one)
  await stage.goOffline(one, other)
  titleText(other.page.doc).delete(0, 3)
  await until('it to come', () => one.text === own.slice(3))
  demote(grace)
  die(other)
  await stage.goOnline()
  await until('it to be undone', () => one.text === own && one.state === 'saved')
  await stage.goOffline(one)
  titleText(one.page.doc).delete(0, 3)
  one.close()
  const again = stage.open(ada)
  await until('the copy', () => again.text === own.slice(3))
  again.close()
  const later = stage.open(ada)
  await until('the copy', () => later.text === own.slice(3))
  await stage.goOnline()
  await later.saved()
  expect(later.text).toBe(own.slice(3))
  expect(await stored()).toBe(own.slice(3))
})

test('R58 a tab sends its own words though another has handed in what it held back for', async () => {
  const { ada, grace, host } = stage
  const ways = [await Network.to(host.url), await Network.to(host.url)] as const
  const [one, two] = [stage.open(ada, ways[0].url), stage.open(ada, ways[1].url)]
  const other = stage.open(grace)
  await Promise.all(stage.tabs.map((tab) => tab.saved()))
  await stage.met(1, one, two)
  await stage.met(2, other)
  await Promise.all([...ways, stage.network].map((way) => way.close()))
  await areOffline(one, two, other)
  other.write()
  await has(one, other)
  await has(two, other)
  await until('it to be written down', async () => (await unsentPages(ada.id))[0]?.unsent === 1)
  // What tabs say to each other comes late.
  vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => undefined)
  const back = [await Network.to(host.url, Number(new URL(ways[0].url).port))]
  await one.saved()
  await until('the copy to hold nothing', async () => (await unsentPages(ada.id)).length === 0)
  two.write()
  back.push(await Network.to(host.url, Number(new URL(ways[1].url).port)))
  await two.saved()
  vi.restoreAllMocks()
  expect(lostOrDoubled([...two.written, ...other.written], await stored())).toEqual({ lost: [], doubled: [] })
  for (const way of back) await way.close()
})

test('R57 what an earlier tab wrote on words that the server does not take is saved without them', async () => {
  const { ada, grace } = stage
  const [one, other] = (await stage.together(ada, grace)) as [Tab, Tab]
  await stage.goOffline(one, other)
  other.write()
  await has(one, other)
  const own = one.write()
  one.close()
  const again = stage.open(ada)
  await until('the copy', () => again.text === other.text + own)
  demote(grace)
  die(other)
  await stage.goOnline()
  await again.saved()
  expect(again.text).toBe(own)
  const token = again.write()
  await again.saved()
  expect(await stored()).toBe(own + token)
})

test('R57 R58 what somebody wrote on words that the server does not take is theirs, once, in whichever order they are back', async () => {
  const { ada, grace, host } = stage
  const bob = await host.addPerson('Bob')
  const bobsWay = await Network.to(host.url)
  const one = stage.open(ada)
  const other = stage.open(grace)
  const two = stage.open(bob, bobsWay.url)
  await Promise.all(stage.tabs.map((tab) => tab.saved()))
  await stage.met(2, one, two, other)
  await bobsWay.close()
  await stage.goOffline(one, two, other)
  other.write()
  await has(two, other)
  two.write()
  await has(one, two)
  one.write()
  await has(two, one)
  demote(grace)
  die(other)
  await stage.goOnline()
  await one.saved()
  expect(lostOrDoubled(one.written, await stored())).toEqual({ lost: [], doubled: [] })
  const back = await Network.to(host.url, Number(new URL(bobsWay.url).port))
  await two.saved()
  await until('both to hold the same', () => one.text === two.text)
  const all = [...one.written, ...two.written]
  const text = await stored()
  expect(lostOrDoubled(all, text)).toEqual({ lost: [], doubled: [] })
  expect(text).not.toContain(other.written[0])
  one.write()
  two.write()
  await Promise.all([one.saved(), two.saved()])
  await back.close()
})

test('R58 what the server has of somebody who may write no more is not taken from under what was written on it', async () => {
  const { ada, grace, host } = stage
  const way = await Network.to(host.url)
  const one = stage.open(ada, way.url)
  const other = stage.open(grace)
  await Promise.all([one.saved(), other.saved()])
  await stage.met(1, one, other)
  await way.close()
  await stage.goOffline(one, other)
  other.write()
  await has(one, other)
  one.write()
  await has(other, one)
  await stage.goOnline()
  await other.saved()
  demote(grace)
  die(other)
  const back = await Network.to(host.url, Number(new URL(way.url).port))
  await one.saved()
  expect(one.page.generation).toBe(0)
  expect(await stored()).toBe(one.text)
  expect(lostOrDoubled([...one.written, ...other.written], one.text)).toEqual({ lost: [], doubled: [] })
  await back.close()
})

test('R58 what a browser without room held of others is written down when there is some, and handed in as theirs', async () => {
  const { ada, grace, host, documentId } = stage
  const [one, other] = (await stage.together(ada, grace)) as [Tab, Tab]
  await stage.goOffline(one, other)
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  other.write()
  await has(one, other)
  vi.restoreAllMocks()
  const held = async () => (await unsentPages(ada.id))[0]?.unsent
  await until('it to be written down', async () => (await held()) === 1)
  die(other)
  one.close()
  stage.tabs = []
  await stage.goOnline()
  const again = stage.open(ada)
  await again.saved()
  expect(await stored()).toBe(other.written.join(''))
  const rows = await host.db
    .selectFrom('document_update')
    .select('user_id')
    .where('document_id', '=', documentId)
    .execute()
  expect(rows.map(({ user_id }) => user_id)).toEqual([grace.id])
})

test('T7 tabs of one browser stay no peers when the browser’s copy breaks, and lose nothing of each other', async () => {
  const { ada, grace } = stage
  const [one, two, other] = [stage.open(ada), stage.open(ada), stage.open(grace)]
  await Promise.all(stage.tabs.map((tab) => tab.saved()))
  await stage.met(1, one, two)
  await stage.met(2, other)
  const failing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  await stage.goOffline(one, two, other)
  one.write()
  two.write()
  await until('it to be noticed', () => [one, two].every(({ page }) => page.isAtRisk()))
  // New tickets are asked for while nothing can be kept.
  await stage.goOnline()
  await Promise.all(stage.tabs.map((tab) => tab.saved()))
  await until('all to have it', () => one.text === two.text && two.text === other.text)
  failing.mockRestore()
  await stage.goOffline(one, two, other)
  expect([one, two, other].map(peersOf)).toEqual([1, 1, 2])
  two.write()
  other.write()
  await has(one, other)
  await has(one, two)
  die(two, other)
  await stage.goOnline()
  await one.saved()
  const all = [one, two, other].flatMap(({ written }) => written)
  expect(lostOrDoubled(all, await stored())).toEqual({ lost: [], doubled: [] })
})

test('R58 a browser that can sign nothing and call nobody hands in what it holds of others', async () => {
  const { one, two, other, oneIsBack } = await apart({ cannotMeet: true })
  other.write()
  await has(one, other)
  die(two, other)
  const { subtle } = crypto
  vi.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as never)
  try {
    const way = await oneIsBack()
    await one.saved()
    expect(await stored()).toBe(other.written.join(''))
    expect(await stage.writers()).toContain(stage.grace.id)
    await way.close()
  } finally {
    vi.restoreAllMocks()
    expect(crypto.subtle).toBe(subtle)
  }
})

test('R58 what waits in a tab for words that come through the copy is shown when they have come', async () => {
  const { ada, grace, host } = stage
  const [oneWay, twoWay] = [await Network.to(host.url), await Network.to(host.url)]
  const one = stage.open(ada, oneWay.url)
  const two = stage.open(ada, twoWay.url)
  const other = stage.open(grace)
  await Promise.all([one, two, other].map((tab) => tab.saved()))
  await stage.met(1, one, two)
  await stage.met(2, other)
  await Promise.all([oneWay.close(), twoWay.close(), stage.network.close()])
  await areOffline(one, two, other)
  // Grace has these words from Ada's other tab itself, and writes on: her words come to this one before what they build on.
  const held = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => undefined)
  two.write()
  await has(other, two)
  two.page.meetIn(null)
  await stage.met(1, other)
  other.write()
  await until('hers to be here', () => sentenceOf(other) === 'Offline — 1 unsent, on 1 peer')
  expect(one.text).toBe('')
  held.mockRestore()
  two.write()
  await has(one, two)
  await has(one, other)
  expect(lostOrDoubled([...two.written, ...other.written], one.text)).toEqual({ lost: [], doubled: [] })
})

test.each(['who may write', 'who may write no more'])(
  'S4 R57 what somebody wrote %s, and comes through the copy while words are made into suggestions, is not suggested by another',
  async (who) => {
    const { ada, grace, host, documentId } = stage
    const [oneWay, twoWay] = [await Network.to(host.url), await Network.to(host.url)]
    const two = stage.open(ada, twoWay.url)
    const other = stage.open(grace)
    await Promise.all([two, other].map((tab) => tab.saved()))
    await stage.met(1, two, other)
    await Promise.all([twoWay.close(), stage.network.close()])
    await areOffline(two, other)
    const one = stage.open(ada, oneWay.url, true)
    await one.saved()
    oneWay.delayMs = 300
    const isAllowed = who === 'who may write'
    if (!isAllowed) demote(grace)
    host.roles.set(`${ada.id} ${documentId}`, 'suggester')
    host.collab.live.recheckPages([documentId])
    one.write()
    await until('the page to be asked for', () => one.addresses.some((address) => address.includes('served')))
    other.write()
    await has(two, other)
    await until('it to be suggested', () => one.page.generation > 0)
    oneWay.delayMs = 0
    die(two, other)
    await one.saved()
    const doc = await storedDoc(host.db, documentId)
    const theirs = isAllowed ? other.written : []
    const proposed = withSuggestions(doc, (suggestions) => readTitle(suggestions, 'proposed'))
    expect(tokensIn(proposed).sort()).toEqual([...one.written, ...theirs].sort())
    expect(settledTitle(doc)).toBe(theirs.join(''))
    await oneWay.close()
  },
)

test('S4 R57 what another tab has written the page anew without is not suggested by one that waits for the server meanwhile', async () => {
  const { ada, grace, host, documentId } = stage
  const [oneWay, twoWay] = [await Network.to(host.url), await Network.to(host.url)]
  const two = stage.open(ada, twoWay.url)
  const other = stage.open(grace)
  await Promise.all([two, other].map((tab) => tab.saved()))
  await stage.met(1, two, other)
  const own = two.write()
  await two.saved()
  await has(other, two)
  await Promise.all([twoWay.close(), stage.network.close()])
  await areOffline(two, other)
  const one = stage.open(ada, oneWay.url, true)
  await one.saved()
  oneWay.delayMs = 200
  host.roles.set(`${ada.id} ${documentId}`, 'suggester')
  host.collab.live.recheckPages([documentId])
  one.write()
  await until('the page to be asked for', () => one.addresses.some((address) => address.includes('served')))
  await oneWay.close()
  await areOffline(one)
  other.write()
  titleText(other.page.doc).delete(0, 3)
  await until('it to come', () =>
    [one, two].every((tab) => tab.text.includes(other.written[0] ?? '') && !tab.text.includes(own)),
  )
  demote(grace)
  die(other)
  const ways = [await Network.to(host.url, Number(new URL(twoWay.url).port))]
  await until('it to be gone', () => !two.text.includes(other.written[0] ?? '') && two.page.generation > 0)
  expect(one.text).toContain(other.written[0])
  ways.push(await Network.to(host.url, Number(new URL(oneWay.url).port)))
  await Promise.all([one.saved(), two.saved()])
  const doc = await storedDoc(host.db, documentId)
  const proposed = withSuggestions(doc, (suggestions) => readTitle(suggestions, 'proposed'))
  expect(proposed).toBe(own + one.written.join(''))
  expect(settledTitle(doc)).toBe(own)
  await until('the same everywhere', () => one.text === two.text)
  for (const way of ways) await way.close()
})
