import { renderToStaticMarkup } from 'react-dom/server'
import { LINE_HEIGHTS } from '../kit/attributes'
import type { Block } from '../kit/block'
import { COLORS } from '../kit/colors'
import { StaticPartsContext } from '../kit/static-parts'
import { DARK, LIGHT } from '../marks/inks'
import { StaticBlocks } from '../static-blocks'
import { allParts } from './parts'

/** The colours of one theme, as the properties that blocks and marks ask for. */
const inks = (theme: typeof LIGHT): string =>
  COLORS.map(
    (color) =>
      `--color-text-${color}:${theme.text[color]};--color-background-${color}:${theme.background[color]};`,
  ).join('')

/** The look of an exported page: everything in the file, nothing fetched, nothing run. */
const CSS = `
:root{color-scheme:light dark}
body{margin:0 auto;padding:2rem 1.25rem 6rem;max-width:720px;font:16px/1.6 system-ui,sans-serif;color:#2c2a27;background:#fff}
h1,h2,h3,h4,h5,h6{line-height:1.25;margin:1.4em 0 .4em}
h1{font-size:1.875rem}h2{font-size:1.5rem}h3{font-size:1.25rem}h4,h5,h6{font-size:1rem}
p,li,h1,h2,h3,h4,h5,h6{white-space:pre-wrap;overflow-wrap:anywhere}
p{margin:.5em 0;min-height:1.6em}ul,ol{margin:.25em 0;padding-left:1.75em}
ul[data-marker=circle]{list-style:circle}ul[data-marker=square]{list-style:square}
ul[data-marker^=todo]{list-style:none;padding-left:.25em}ul[data-marker^=todo]>li>input{margin-right:.5em}
li[data-list-style-type=todo][data-checked=true]>span{text-decoration:line-through;opacity:.65}
blockquote{margin:.75em 0;padding-left:1em;border-left:3px solid #d5d1ca}
pre{padding:1em;overflow:auto;border-radius:8px;background:#f4f2ef;font:14px/1.5 ui-monospace,monospace}
code{font-family:ui-monospace,monospace}:not(pre)>code,kbd{padding:.1em .3em;border-radius:4px;background:#f0eeea;font-size:.9em}
kbd{border:1px solid #d5d1ca}hr{border:0;border-top:1px solid #d5d1ca;margin:1.5em 0}mark{background:#fbf0c4;color:inherit}
${['left', 'center', 'right', 'end', 'justify'].map((align) => `[data-align=${align}]{text-align:${align}}`).join('')}
${LINE_HEIGHTS.map((lines) => `[data-line-height="${lines}"]{line-height:${lines}}`).join('')}
h1{--text-size:36}h2{--text-size:24}h3{--text-size:20}:root{${inks(LIGHT)}}
${COLORS.map((color) => `[data-kind][data-color=${color}]{color:var(--color-text-${color})}[data-kind][data-background-color=${color}]{background:var(--color-background-${color})}`).join('')}
[data-kind=callout]{position:relative;margin:.75em 0;padding:.25em 1em .25em 2.75em;border:1px solid #e0dcd5;border-radius:8px;background:#f4f2ef}
[data-kind=callout]::before{content:attr(data-shown-icon);position:absolute;left:.9em;top:.75em}
[data-kind=columnGroup]{display:flex;gap:2rem}[data-kind=columnGroup]>*{flex:var(--column-width,34) 1 0;min-width:0}
details>:not(summary){margin-left:1.25em}summary{cursor:pointer}summary>*{display:inline-block;margin:.25em 0}
.toc-list{padding:0;list-style:none}${[1, 2, 3, 4, 5].map((depth) => `.toc-item[data-depth="${depth}"]{padding-left:${depth * 1.25}em}`).join('')}
@media(max-width:640px){[data-kind=columnGroup]{display:block}}
${Array.from({ length: 11 }, (_, at) => `:not(li)[data-indent="${at + 1}"]{margin-left:${(at + 1) * 1.5}rem}`).join('')}
@media(prefers-color-scheme:dark){:root{${inks(DARK)}}body{color:#e6e3de;background:#1d1c1a}pre{background:#282623}:not(pre)>code,kbd{background:#33302c}
[data-kind=callout]{background:#282623;border-color:#4a463f}blockquote,hr,kbd{border-color:#4a463f}mark{background:#5c4f1e}a{color:#8ab4f8}}
`

/** The page as one HTML file: complete, with its styles inside and without scripts. `readHtml` reads it back exactly. */
export function htmlFromBlocks(blocks: readonly Block[], title = ''): string {
  // Written by hand where React would ask for the language of the text, which nobody knows.
  const head = renderToStaticMarkup(
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title || 'Untitled'}</title>
      <style>{CSS}</style>
    </>,
  )
  const body = renderToStaticMarkup(
    <>
      <h1 data-page-title="">{title}</h1>
      <main>
        <StaticPartsContext value={allParts}>
          <StaticBlocks blocks={blocks} />
        </StaticPartsContext>
      </main>
    </>,
  )
  return `<!doctype html><html><head>${head}</head><body>${body}</body></html>\n`
}
