import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Block } from '@/blocks'
import blocksCss from '@/blocks/blocks.css?inline'
import { readCodeColours } from '@/blocks/code-block/code-colours'
import { DrawnMath } from '@/blocks/equation/drawn-math'
import { allParts } from '@/blocks/html/parts'
import { StaticPageIcon } from '@/blocks/icon/page-icon.static'
import { PaperContext } from '@/blocks/kit/paper'
import { StaticPartsContext } from '@/blocks/kit/static-parts'
import { NoMediaContext } from '@/blocks/media/no-media'
import { StaticBlocks } from '@/blocks/static-blocks'
import coverCss from '@/features/pages/cover/cover.css?raw'
import { CoverPicture } from '@/features/pages/cover/cover-picture'
import { boundedTime } from '@/server/bounded-time'
import { t } from '@/shared/i18n'
import theme from '@/ui/theme.css?raw'
import { familiesFor, fontFaces } from './fonts'
import paperCss from './paper.css?raw'
import resetCss from './reset.css?raw'
import type { SheetJob } from './sheet-job'

/** The light colours, radii and faces of ui/theme.css as plain properties. */
const THEME = `:root{${/@theme static \{([\s\S]*?)\n\}/.exec(theme)?.[1]?.replace(/^\s*--color-\*:[^;]*;/m, '') ?? ''}}`

/**
 * A page as one HTML document that is complete in itself (rulings 2): styles, faces, equations, charts and the colours of
 * code are in it, and it needs no script. `null` when none of the chosen blocks is there.
 */
export async function sheetHtml(job: SheetJob): Promise<string | null> {
  const page = job.blocks
  const blocks = job.chosen === null ? page : chosenOf(page, new Set(job.chosen))
  if (blocks.length === 0 && job.chosen !== null) return null
  const body = withOwnLinks(bodyOf(job, blocks, page, await readCodeColours(blocks, boundedTime())), job)
  const { textStyle } = job.look
  const text = job.title + body
  const faces = await fontFaces(job.fonts, {
    text,
    isItalic: /<(?:em|i|cite)\b|font-style/.test(body),
    hasCode: /<(?:code|pre|kbd)\b|font-mono/.test(body),
    hasMath: body.includes('class="katex'),
    look: textStyle,
    emojiPath: job.emojiPath,
  })
  const height = job.sheetHeight === null ? '' : `:root{--sheet-height:${job.sheetHeight}px}`
  const head = renderToStaticMarkup(
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{job.title || t('Untitled')}</title>
    </>,
  )
  const styles = [faces, THEME, familiesFor(text), resetCss, blocksCss, coverCss, paperCss, height].join('\n')
  const look = [textStyle, job.look.isSmall && 'small', job.look.isWide && 'wide'].filter(Boolean).join(' ')
  return `<!doctype html><html><head>${head}<style>${styles}</style></head><body data-look="${look}">${body}</body></html>\n`
}

function bodyOf(
  job: SheetJob,
  blocks: readonly Block[],
  page: readonly Block[],
  code: (text: string, lang: string) => ReactNode,
): string {
  const pictures = new Map(job.pictures)
  const parts = {
    ...allParts,
    equation: (tex: string, display: boolean) => <DrawnMath tex={tex} display={display} />,
    code,
    subPages: job.subPages,
  }
  return renderToStaticMarkup(
    <PaperContext value={{ picture: (url) => pictures.get(url) ?? null }}>
      <NoMediaContext value={job.disableMedia}>
        <StaticPartsContext value={parts}>
          {job.hint && <PrintHint documentId={job.documentId} />}
          {job.chosen === null && <Head {...job} />}
          <main className="static-page">
            <StaticBlocks blocks={blocks} page={page} />
          </main>
        </StaticPartsContext>
      </NoMediaContext>
    </PaperContext>,
  )
}

function Head({ cover, coverFit, gradient, icon, title }: SheetJob) {
  return (
    <header>
      {cover && (
        <div className="page-cover">
          <CoverPicture cover={cover} fit={coverFit} gradient={gradient} drawIcon={allParts.icon} still />
        </div>
      )}
      {icon && (
        <div className="page-icon">
          <StaticPageIcon icon={icon} draw={(name) => allParts.icon?.(name)} />
        </div>
      )}
      <h1 className="page-title">{title || t('Untitled')}</h1>
    </header>
  )
}

/** For a person who looks at the print page; it is not printed. */
function PrintHint({ documentId }: { documentId: string }) {
  return (
    <aside className="print-hint">
      <span>
        This is the page as it is printed. Print it, or save it as PDF, with <kbd>{t('Ctrl')}</kbd>+
        <kbd>{t('P')}</kbd> (<kbd>⌘</kbd>+<kbd>{t('P')}</kbd> on a Mac).
      </span>
      <a href={`/${documentId}`}>{t('Back to the page')}</a>
    </aside>
  )
}

/** The chosen blocks in the order of the page, each with what is in it. */
const chosenOf = (blocks: readonly Block[], ids: ReadonlySet<string>): Block[] =>
  blocks.flatMap((block) => (ids.has(block.id) ? [block] : chosenOf(block.children ?? [], ids)))

/** What React puts before pictures for pages that load slowly. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/

/**
 * Links within the page lead to their place on the paper, other pages of ours are named with their whole address. The
 * markup is React's, where a quotation mark in a text or value is never bare.
 */
function withOwnLinks(markup: string, { origin, documentId }: SheetJob): string {
  const own = `href="/${documentId}#`
  return markup
    .replace(PRELOADS, '')
    .replaceAll(own, 'href="#')
    .replaceAll(/href="\/(?!\/)/g, `href="${origin}/`)
    .replaceAll(`href="${origin}/${documentId}#`, 'href="#')
}
