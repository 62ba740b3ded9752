import { chromium } from 'playwright-core'
import { type Figure, figure, median } from './figures.ts'
import { buildPrograms, dataFolder, fill, startSheaf } from './server-programs.ts'

/** About fifty sheets of A4. */
const BLOCKS = 1400

/**
 * A page of about fifty sheets as PDF, from asking over HTTP to the whole file, against `page.pdf` alone of the HTML of its
 * print page in a browser that runs already.
 */
export async function measurePrint({
  rounds,
  chromePath,
}: {
  rounds: number
  chromePath: string
}): Promise<Figure[]> {
  await buildPrograms()
  using folder = dataFolder()
  const { pages, cookie } = fill<{ pages: string[]; cookie: string }>('seed', folder.path, {
    PAGES: '1',
    BLOCKS: String(BLOCKS),
  })
  await using ours = await startSheaf(folder.path, { CHROME_PATH: chromePath })
  const browser = await chromium.launch({ executablePath: chromePath, args: ['--no-sandbox'] })
  try {
    const origin = `http://localhost:${ours.port}`
    const headers = { cookie, origin, 'content-type': 'application/json' }
    const html = await (await fetch(`${origin}/${pages[0]}?print=true`, { headers })).text()
    const body = JSON.stringify({ documentId: pages[0], format: 'a4' })
    const times = { ours: [] as number[], bare: [] as number[] }
    let sheets = 0
    // The first round starts the browser of the server.
    for (let round = -1; round < rounds; round++) {
      let began = performance.now()
      const answer = await fetch(`${origin}/api/export/pdf`, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(await answer.text())
      await answer.arrayBuffer()
      const took = performance.now() - began
      const context = await browser.newContext({ javaScriptEnabled: false })
      const page = await context.newPage()
      await page.setContent(html, { waitUntil: 'load', timeout: 0 })
      began = performance.now()
      const pdf = await page.pdf({ format: 'a4', printBackground: true, outline: true, tagged: true })
      const alone = performance.now() - began
      await context.close()
      sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
      if (round < 0) continue
      times.ours.push(took)
      times.bare.push(alone)
    }
    const what = `PDF of a page of ${BLOCKS} blocks (${sheets} sheets), against bare page.pdf of the same HTML`
    return [figure(what, 'ms', median(times.ours), median(times.bare), null)]
  } finally {
    await browser.close()
    // It takes its browser with it.
    await ours.stop('SIGTERM')
  }
}
