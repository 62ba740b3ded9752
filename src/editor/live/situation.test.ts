import { randomOf } from '@test/document/random-of'
import { describe, expect, test } from 'vitest'
import { type Effect, isAtRiskIn, next, opening, type PageEvent, saveStateIn, type Timer } from './situation'

/** A page with a server and timers that are only thought, so that any order of events can be tried. */
class Story {
  page = opening(0)
  now = 0
  /** Edits that the server has on its disk. */
  stored = 0
  isOpen = false
  /** What others wrote is held: nothing of this tab is sent before that. */
  holds = false
  renewals = 0
  readonly asked: number[] = []
  private readonly timers = new Map<Timer, number>()
  /** On its way to the server over this connection. */
  private handedIn: number | null = null
  private readonly sent: ({ edits: number } | { checkpoint: number })[] = []

  take(event: PageEvent): this {
    const { page, effects } = next(this.page, event)
    this.page = page
    for (const effect of effects) this.act(effect)
    return this
  }
  edit = () => this.take({ kind: 'edited', now: this.now })
  leave = (count: number) =>
    this.take({
      kind: 'copy-changed',
      now: this.now,
      left: new Map([['unsent:other', count]]),
      isRenamed: false,
      holdsOfOthers: this.holds,
    })
  /** What others wrote comes through the browser's copy. */
  hold() {
    this.holds = true
    this.take({
      kind: 'copy-changed',
      now: this.now,
      left: this.page.left,
      isRenamed: false,
      holdsOfOthers: true,
    })
  }
  /** The server has taken it, and all of this tab. */
  handIn() {
    const exchange = this.handedIn
    if (exchange === null) return
    this.handedIn = null
    this.holds = false
    this.sent.push({ edits: this.page.edits })
    this.take({ kind: 'exchanged', exchange, now: this.now, clock: 0 })
  }
  connect() {
    this.isOpen = true
    this.take({ kind: 'admitted', access: 'write' })
    if (!this.holds) this.sent.push({ edits: this.page.edits })
    this.take({ kind: 'exchanging' })
  }
  close() {
    this.isOpen = false
    this.sent.length = 0
    this.handedIn = null
    this.take({ kind: 'closed', isSignedOut: false })
  }
  /** The server works on the next thing that it was sent. */
  serve(isAccepted = true) {
    const first = this.sent.shift()
    if (!first) return
    if ('edits' in first) this.stored = Math.max(this.stored, first.edits)
    else this.take({ kind: 'answered', checkpoint: first.checkpoint, isAccepted, now: this.now })
  }
  wait(ms: number) {
    this.now += ms
    for (const [timer, at] of [...this.timers]) {
      if (at > this.now) continue
      this.timers.delete(timer)
      if (timer === 'send') this.take({ kind: 'send', now: this.now, clock: 0 })
      else if (timer === 'silence') this.take({ kind: 'no-answer', now: this.now })
      else if (timer === 'reopen') this.connect()
    }
  }
  get state() {
    return saveStateIn(this.page)
  }
  isTicking = (timer: Timer) => this.timers.has(timer)

  private act(effect: Effect) {
    switch (effect.do) {
      case 'start':
        if (effect.again || !this.timers.has(effect.timer))
          this.timers.set(effect.timer, this.now + effect.ms)
        return
      case 'stop':
        return void this.timers.delete(effect.timer)
      case 'flush':
        if (this.page.isExchanged && !this.holds) this.sent.push({ edits: this.page.edits })
        return
      case 'ask':
        this.asked.push(effect.checkpoint)
        return void this.sent.push({ checkpoint: effect.checkpoint })
      case 'exchange':
        return this.connect()
      case 'take-in':
        this.handedIn = this.holds ? effect.exchange : null
        if (this.holds) return
        return void this.take({ kind: 'exchanged', exchange: effect.exchange, now: this.now, clock: 0 })
      case 'close-socket':
        return this.close()
      case 'renew':
        this.renewals++
    }
  }
}

describe('what an open page says about itself', () => {
  test('"Saved" is said only of what the server has, whatever happens in which order, and is said in the end', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const random = randomOf(seed)
      const story = new Story()
      const acts = [
        () => story.edit(),
        () => story.leave(1 + random(3)),
        () => (story.isOpen ? story.close() : story.connect()),
        () => story.serve(random(10) > 0),
        () => story.serve(),
        () => story.wait(random(150)),
        () => story.wait(random(20_000)),
        () => story.take({ kind: 'disconnected' }),
        () => story.hold(),
        () => story.handIn(),
        () => story.take({ kind: 'refused', reason: random(2) === 0 ? 'disk-full' : 'unavailable' }),
        () => story.take({ kind: 'apart', isApart: random(3) === 0 }),
      ]
      for (let i = 0; i < 60; i++) {
        acts[random(acts.length)]?.()
        if (story.state.kind !== 'saved') continue
        expect(story.stored, `seed ${seed}, act ${i}`).toBe(story.page.edits)
        expect(story.page.left.size, `seed ${seed}, act ${i}`).toBe(0)
      }
      story.take({ kind: 'apart', isApart: false })
      if (story.isOpen) story.close()
      story.connect()
      for (let i = 0; i < 40 && story.state.kind !== 'saved'; i++) {
        story.wait(100)
        story.handIn()
        story.serve()
      }
      expect(story.state, `seed ${seed}`).toEqual({ kind: 'saved' })
      expect(story.stored).toBe(story.page.edits)
    }
  })

  test('an edit after a pause is sent at once, the next ones together after 100 ms', () => {
    const story = new Story()
    story.connect()
    while (story.page.question) story.serve()
    expect(story.state.kind).toBe('saved')
    story.wait(1000)
    story.edit().edit()
    story.wait(0)
    expect(story.asked.at(-1)).toBe(2)
    const questions = story.asked.length
    while (story.page.question) story.serve()
    story.edit()
    story.wait(50)
    expect(story.asked).toHaveLength(questions)
    story.wait(50)
    expect(story.asked.at(-1)).toBe(3)
  })

  test('a question that is not answered for 15 seconds ends the connection; an answered one does not', () => {
    const story = new Story()
    story.connect()
    while (story.page.question) story.serve()
    story.wait(14_000)
    story.edit()
    story.wait(0)
    story.wait(2_000)
    expect(story.isOpen).toBe(true)
    story.wait(13_500)
    expect(story.isOpen).toBe(false)
    expect(story.state).toEqual({ kind: 'offline', unsent: 1, peers: 0 })
  })

  test('an answer to a question of an earlier exchange counts for nothing', () => {
    const story = new Story()
    story.connect()
    const [checkpoint] = story.asked
    story.close()
    story.take({ kind: 'answered', checkpoint: checkpoint ?? 0, isAccepted: true, now: story.now })
    expect(story.state.kind).toBe('offline')
    const { page } = story
    story.take({ kind: 'exchanged', exchange: page.exchange - 1, now: story.now, clock: 0 })
    expect(story.page.isExchanged).toBe(false)
  })

  test('the server that goes on refusing is asked less and less often, at most every ten seconds', () => {
    const story = new Story()
    const waits: number[] = []
    for (let i = 0; i < 8; i++) {
      const { effects } = next(story.page, { kind: 'refused', reason: 'unavailable' })
      waits.push(...effects.flatMap((effect) => (effect.do === 'start' ? [effect.ms] : [])))
      story.take({ kind: 'refused', reason: 'unavailable' })
    }
    expect(waits[0]).toBe(1000)
    expect([...waits].sort((a, b) => a - b)).toEqual(waits)
    expect(waits.at(-1)).toBe(10_000)
  })

  test('a page that is closed to this person keeps what they wrote, and its copy goes when there is nothing', () => {
    const empty = next(opening(0), { kind: 'refused', reason: 'not-found' })
    expect(empty.effects).toContainEqual({ do: 'forget-copy' })
    const story = new Story().edit()
    const { page, effects } = next(story.page, { kind: 'refused', reason: 'not-found' })
    expect(effects).not.toContainEqual({ do: 'forget-copy' })
    expect(saveStateIn(page)).toEqual({ kind: 'not-saved', reason: 'no-access' })
    expect(page).toMatchObject({ access: 'none', isReady: true })
  })

  test('words are at risk while nothing confirms them: offline at once, on their way after two seconds', () => {
    const story = new Story()
    story.connect()
    while (story.page.question) story.serve()
    story.wait(5000)
    story.edit()
    story.wait(0)
    expect(isAtRiskIn(story.page, story.now)).toBe(false)
    expect(isAtRiskIn(story.page, story.now + 2001)).toBe(true)
    story.close()
    expect(isAtRiskIn(story.page, story.now)).toBe(true)
  })
})
