import { renderToStaticMarkup } from 'react-dom/server'
import { t } from '@/shared/i18n'
import { holdsUnknown } from '../json'
import type { Block } from '../kit/block'
import { type StaticParts, StaticPartsContext } from '../kit/static-parts'
import { StaticBlocks } from '../static-blocks'
import { LOOK } from './look'
import { allParts } from './parts'

/** Around the page: its measure, and its title. The rest is as a published page looks. */
const CSS = `${LOOK}
.page{box-sizing:border-box;margin:0 auto;max-width:calc(var(--page-width) + 2.5rem);padding:3rem 1.25rem 6rem}
.page>h1{margin:0 0 1.25rem;font-size:2.25rem;font-weight:700;line-height:1.2;letter-spacing:-.02em;overflow-wrap:anywhere}
@media print{.page{max-width:none;padding:0}}
`

/**
 * The page as one HTML file: complete, with its styles inside and without scripts. `readHtml` reads it back exactly. `code`
 * draws what is in code blocks in their colours (`readCodeColours`); `bytesAt` says where pictures and files are.
 */
export function htmlFromBlocks(
  blocks: readonly Block[],
  title = '',
  given: Pick<StaticParts, 'code' | 'bytesAt'> = {},
): string {
  // Written by hand where React would ask for the language of the text, which nobody knows.
  const head = renderToStaticMarkup(
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title || t('Untitled')}</title>
      <style>{CSS}</style>
    </>,
  )
  const body = renderToStaticMarkup(
    <div className="page">
      <h1 data-page-title="">{title}</h1>
      <main className="static-page">
        <StaticPartsContext value={{ ...allParts, isKeptWhole: holdsUnknown, ...given }}>
          <StaticBlocks blocks={blocks} />
        </StaticPartsContext>
      </main>
    </div>,
  )
  return `<!doctype html><html><head>${head}</head><body>${body}</body></html>\n`
}
