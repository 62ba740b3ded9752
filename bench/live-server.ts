import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCollabHost } from '@test/collab-host'
import { applyBlocks } from '@/document'
import { heavyBlocks, mixedBlocks } from './content'

/** The collaboration server as a program, on SQLite in a folder of its own, with people and pages to write on. */
const host = await startCollabHost({
  dataDir: mkdtempSync(join(tmpdir(), 'sheaf-bench-')),
  databaseUrl: null,
  keepMs: 60_000,
})
const people = []
for (let i = 0; i < Number(process.env.PEOPLE ?? 1); i++) people.push(await host.addPerson('Bench'))
const cookies = people.map(({ cookie }) => cookie)
const [first] = people
const pages: string[] = []
for (let i = 0; i < Number(process.env.PAGES ?? 1); i++) pages.push(await host.addPage())
const isHeavy = process.env.CONTENT === 'heavy'
const blocks = Number(process.env.BLOCKS ?? 0)
if (blocks > 0 || isHeavy) {
  for (const page of pages)
    await host.collab.live.edit(page, null, (doc) =>
      applyBlocks(doc, isHeavy ? heavyBlocks() : mixedBlocks(blocks)),
    )
}
process.stdout.write(
  `${JSON.stringify({ url: host.url, cookie: first?.cookie, userId: first?.id, cookies, pages })}\n`,
)
