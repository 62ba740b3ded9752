import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openSinkhole, type Sinkhole } from '@test/sinkhole'
import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '@/server/log'
import { forOperator } from '@/server/operator'
import { startBrowser } from './browser'
import { MOST_PIXELS, type Sheet, tooHigh } from './draw'
import { findBrowser, OFF, WRONG_CHROME_PATH } from './find-browser'
import { createPrinter, type Printer, TOO_BUSY, TOOK_TOO_LONG, TOOK_TOO_MUCH_MEMORY } from './printer'

const dataDir = mkdtempSync(join(tmpdir(), 'sheaf-printer-'))
const settings = { chromePath: process.env.CHROME_PATH ?? null, dataDir, log: createLog('silent') }
const PDF = { paper: 'a4', scale: 1, pageNumbers: true } as const
const never = new AbortController().signal

let printer: Printer
let sinkhole: Sinkhole
beforeAll(async () => {
  printer = createPrinter(settings)
  sinkhole = await openSinkhole()
})
afterAll(async () => {
  await printer.close()
  await sinkhole.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const sheetOf = (html: string, resource: Sheet['resource'] = async () => null): Sheet => ({
  html: `<!doctype html>${html}`,
  resource,
})

async function wordsOf(pdf: Buffer): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  return Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const { items } = await (await document.getPage(index + 1)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join('')
    }),
  )
}

const draw = (html: string, person = 'ada', signal = never) =>
  printer.pdf(sheetOf(html), PDF, { person, signal })

it('R31 R36 nothing that a document names is reached, by any way, and none of its scripts runs', async () => {
  const at = `127.0.0.1:${sinkhole.port}`
  const pdf = await draw(`
    <title>Quiet</title>
    <link rel="dns-prefetch" href="//${at}"><link rel="preconnect" href="http://${at}">
    <link rel="prefetch" href="http://${at}/a"><link rel="preload" as="image" href="http://${at}/b">
    <link rel="stylesheet" href="http://${at}/c.css"><link rel="icon" href="http://${at}/d.ico">
    <meta http-equiv="refresh" content="0;url=http://${at}/e">
    <style>@import "http://${at}/f.css"; @import "file:///etc/passwd";
      @font-face{font-family:F;src:url(http://${at}/g.woff2)} body{font-family:F;background:url(http://${at}/h.png)}
      p::before{content:url(http://${at}/i.svg)}</style>
    <p>Words that stay</p>
    <img src="http://${at}/j.png"><img srcset="http://localhost:${sinkhole.port}/k.png 2x"><img src="//[::1]:${sinkhole.port}/l">
    <img src="http://2130706433:${sinkhole.port}/m"><img src="file:///etc/passwd">
    <iframe src="http://${at}/n"></iframe><iframe src="file:///etc/passwd"></iframe><iframe srcdoc="<script>top.document.body.append('RAN')</script><img src=http://${at}/o>"></iframe>
    <object data="http://${at}/p"></object><embed src="http://${at}/q"><video src="http://${at}/r" autoplay poster="http://${at}/s"></video>
    <audio src="http://${at}/t" autoplay></audio><svg><image href="http://${at}/u"/><use href="http://${at}/v#x"/><script>document.body.append('RAN')</script></svg>
    <script>document.body.append('RAN'); fetch('http://${at}/w'); new WebSocket('ws://${at}/x')</script>
    <script src="http://${at}/y.js"></script><img src="x" onerror="document.body.append('RAN')"><a href="http://${at}/z" ping="http://${at}/ping">link</a>`)
  const words = (await wordsOf(pdf)).join(' ')
  expect(words).toContain('Words that stay')
  expect(words).not.toContain('RAN')
  expect(words).not.toContain('root:')
  expect(sinkhole.touched()).toEqual([])
})

it('R36 a document gets the pictures it brought along, and nothing else by that way', async () => {
  const asked: string[] = []
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text y="20">drawn</text></svg>'
  const sheet = sheetOf(
    '<img src="/ours.svg"><img src="/missing.png"><iframe src="/ours.svg"></iframe><p>end</p>',
    async (path) => {
      asked.push(path)
      return path === '/ours.svg' ? { type: 'image/svg+xml', bytes: Buffer.from(svg) } : null
    },
  )
  const pdf = await printer.pdf(sheet, PDF, { person: 'ada', signal: never })
  expect((await wordsOf(pdf)).join(' ')).toContain('drawn')
  expect(asked.sort()).toEqual(['/missing.png', '/ours.svg'])
})

it('R38 documents of many people at once do not mix', async () => {
  const people = ['ada', 'eve', 'grace', 'hedy']
  const drawn = await Promise.all(people.map((name) => draw(`<h1>Only of ${name}</h1>`.repeat(30), name)))
  for (const [index, pdf] of drawn.entries()) {
    const words = (await wordsOf(pdf)).join(' ')
    for (const name of people) expect(words.includes(`Only of ${name}`)).toBe(name === people[index])
  }
})

it('R38 somebody who cancels stops the work, also while it waits, and the next one is served', async () => {
  const heavy = '<p>many words of a long page</p>'.repeat(200_000)
  const [first, second] = [new AbortController(), new AbortController()]
  const drawing = draw(heavy, 'ada', first.signal)
  const waiting = draw('<p>later</p>', 'eve', second.signal)
  second.abort(new Error('eve left'))
  await expect(waiting).rejects.toThrow('eve left')
  first.abort(new Error('ada left'))
  await expect(drawing).rejects.toThrow('ada left')
  expect(await wordsOf(await draw('<p>for grace</p>', 'grace'))).toEqual([
    expect.stringContaining('for grace'),
  ])
})

it('R38 what takes too long or too much memory is stopped, in words', async () => {
  const heavy = sheetOf('<p>many words of a long page</p>'.repeat(200_000))
  const hasty = createPrinter({ ...settings, mostMs: 1 })
  await expect(hasty.pdf(heavy, PDF, { person: 'ada', signal: never })).rejects.toThrow(TOOK_TOO_LONG())
  await hasty.close()
  if (process.platform !== 'linux') return
  const small = createPrinter({ ...settings, mostMemory: 1 })
  await expect(small.pdf(heavy, PDF, { person: 'ada', signal: never })).rejects.toThrow(
    TOOK_TOO_MUCH_MEMORY(),
  )
  await small.close()
})

it('R67 the first sheet takes little of the thread that answers everybody', async () => {
  const shares: number[] = []
  // The least of three: what tests before this one have left behind is cleared away on this thread, too.
  for (let i = 0; i < 3; i++) {
    const fresh = createPrinter(settings)
    // Without the start of the browser's own program, which is a process of its own.
    const before = { thread: process.threadCpuUsage(), all: process.cpuUsage() }
    await fresh.pdf(sheetOf('<p>words</p>'.repeat(2_000)), PDF, { person: 'ada', signal: never })
    const thread = process.threadCpuUsage(before.thread)
    const all = process.cpuUsage(before.all)
    await fresh.close()
    shares.push((thread.user + thread.system) / (all.user + all.system))
  }
  expect(Math.min(...shares)).toBeLessThan(1 / 4)
})

/** The processes that this one has started. */
function children(): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const line = readFileSync(`/proc/${name}/stat`, 'utf8')
      const parent = Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[1])
      return parent === process.pid ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

it.runIf(process.platform === 'linux')(
  'R38 a browser that ends in the middle is said, and the next one is served; one that is ended leaves nothing',
  async () => {
    const program = await findBrowser(settings)
    const others = children()
    const browser = await startBrowser(program, 60_000, settings.log)
    const [mine] = children().filter((pid) => !others.includes(pid))
    expect(await browser.memory()).toBeGreaterThan(0)
    const drawing = browser.draw(sheetOf('<p>many words of a long page</p>'.repeat(200_000)), {
      as: 'pdf',
      options: PDF,
    })
    process.kill(-mine!, 'SIGKILL')
    await expect(drawing).rejects.toThrow()
    const next = await startBrowser(program, 60_000, settings.log)
    expect((await next.draw(sheetOf('<p>next</p>'), { as: 'pdf', options: PDF })).length).toBeGreaterThan(0)
    await next.kill()
    await expect.poll(() => children().filter((pid) => !others.includes(pid))).toEqual([])
    expect(await next.memory()).toBe(0)
    await expect(next.draw(sheetOf('late'), { as: 'pdf', options: PDF })).rejects.toThrow()
  },
)

/** The names of all processes of a group. */
function processesOf(group: number): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      if (!/^\d+$/.test(name)) return false
      const line = readFileSync(`/proc/${name}/stat`, 'utf8')
      return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[2]) === group
    } catch {
      return false
    }
  })
}

/** How far the session of each process of a group stands back, where the kernel shares the processor among sessions. */
function sessionPriorities(group: number): number[] {
  return processesOf(group).flatMap((name) => {
    try {
      return [Number(/nice (-?\d+)/.exec(readFileSync(`/proc/${name}/autogroup`, 'utf8'))?.[1])]
    } catch {
      return []
    }
  })
}

/** How far each thread of a group of processes stands back: 0 for the usual, 19 for the most. */
function priorities(group: number): number[] {
  return processesOf(group).flatMap((name) => {
    try {
      return readdirSync(`/proc/${name}/task`).map((thread) => {
        const line = readFileSync(`/proc/${name}/task/${thread}/stat`, 'utf8')
        return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16])
      })
    } catch {
      return []
    }
  })
}

it.runIf(process.platform === 'linux')(
  'R67 every thread of the browser stands back behind the one that answers everybody, also where root runs it',
  async () => {
    const others = children()
    const browser = await startBrowser(await findBrowser(settings), 60_000, settings.log)
    const [mine] = children().filter((pid) => !others.includes(pid))
    const seen: number[] = []
    const sessions: number[] = []
    const drawing = browser.draw(sheetOf('<p>many words of a long page</p>'.repeat(5000)), {
      as: 'pdf',
      options: PDF,
    })
    for (let isDrawn = false; !isDrawn; ) {
      isDrawn = await Promise.race([drawing.then(() => true), setTimeout(50, false)])
      seen.push(...priorities(mine!))
      sessions.push(...sessionPriorities(mine!))
    }
    await browser.kill()
    expect(seen.length).toBeGreaterThan(10)
    expect(seen.filter((priority) => !(priority >= 10))).toEqual([])
    if (existsSync('/proc/self/autogroup')) expect(new Set(sessions)).toEqual(new Set([19]))
  },
)

it('a picture is as high as what is on it, and too high a one is refused in words', async () => {
  const png = (html: string) => printer.png(sheetOf(html), { width: 400 }, { person: 'ada', signal: never })
  const sizeOf = (bytes: Buffer) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const block = (height: number) => `<body style="margin:0"><div style="height:${height}px">a</div>`
  expect(sizeOf(await png(block(500)))).toEqual([800, 1000])
  expect(sizeOf(await png(block(MOST_PIXELS)))).toEqual([400, MOST_PIXELS])
  await expect(png(block(MOST_PIXELS + 10))).rejects.toThrow(tooHigh(MOST_PIXELS + 10))
})

it('a server without a browser tells the person who runs it which setting turns it on', async () => {
  const missing = join(dataDir, 'nothing-here')
  await expect(findBrowser({ chromePath: missing, dataDir })).rejects.toThrow(WRONG_CHROME_PATH())
  const without = createPrinter({ ...settings, chromePath: missing })
  const printed = () => without.pdf(sheetOf('a'), PDF, { person: 'ada', signal: never })
  await expect(forOperator(printed)).rejects.toThrow('CHROME_PATH')
  await expect(printed()).rejects.toThrow(OFF())
  await without.close()
})

it('a browser that does not come up in time is told as a server that is too busy, not as a setting that is missing', async () => {
  const program = join(dataDir, 'slow-browser')
  writeFileSync(program, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 })
  const slow = createPrinter({ ...settings, chromePath: program, startMs: 300 })
  const printed = slow.pdf(sheetOf('a'), PDF, { person: 'ada', signal: never })
  await expect(printed).rejects.toMatchObject({ code: 'unavailable', message: TOO_BUSY() })
  await slow.close()
})

it('a printer that is being closed takes nothing more', async () => {
  const closed = createPrinter(settings)
  await closed.close()
  await expect(closed.pdf(sheetOf('a'), PDF, { person: 'ada', signal: never })).rejects.toMatchObject({
    code: 'unavailable',
  })
})
