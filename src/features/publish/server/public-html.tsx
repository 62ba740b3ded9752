import katexStyles from 'katex/dist/katex.min.css?raw'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { readCodeColours } from '@/blocks/code-block/code-colours'
import { readMathOf } from '@/blocks/equation/drawn-math'
import { LOOK } from '@/blocks/html/look'
import { allParts } from '@/blocks/html/parts'
import { drawingOf } from '@/blocks/icon/drawings'
import { StaticPageIcon } from '@/blocks/icon/page-icon.static'
import { StaticPartsContext } from '@/blocks/kit/static-parts'
import { StaticBlocks } from '@/blocks/static-blocks'
import { depthsOf, headingsOf } from '@/blocks/table-of-contents/headings'
import { COVER_FITS, readCover } from '@/features/pages/cover/cover'
import coverLook from '@/features/pages/cover/cover.css?inline'
import { CoverPicture } from '@/features/pages/cover/cover-picture'
import { boundedTime } from '@/server/bounded-time'
import { createFormats, LIKE_DEVICE } from '@/shared/formats'
import { t } from '@/shared/i18n'
import frame from './public.css?inline'
import type { KnownPage } from './public-blocks'
import type { PublicDocument } from './public-document'

/** How KaTeX's own markup looks. Its faces come from the built application, as all others do. */
const mathLook = katexStyles.replace(/@font-face\s*\{[^}]*\}/g, '')

/** Everything that a public page looks like; the faces come from the built application. */
export const PUBLIC_LOOK = LOOK + coverLook + mathLook + frame

type CodeColours = Awaited<ReturnType<typeof readCodeColours>>

/** Where a page is shown, and what it is drawn with. */
export interface Site {
  /** Such as `https://sheaf.example.org`. */
  origin: string
  /** The path of the style sheet. */
  look: string
}

/** The table of contents has as many headings, of these levels (product.md 2.35). */
const CONTENTS = { headings: 20, levels: 3, least: 2 } as const
const WORDS_A_MINUTE = 220

/** Pages are drawn once for everybody, in the default language. */
const longDate = (at: string) => createFormats(LIKE_DEVICE, 'en-US').longDate(at.slice(0, 10))

/** Is a page's icon an emoji, and not the name of a drawing? */
export const isEmoji = (icon: string): boolean => /^\p{Emoji}/u.test(icon) && !/^[\w-]+$/.test(icon)

/** A page's icon: an emoji, or one of the drawings by its name. */
function Icon({ icon, size }: { icon: string | null; size: string }): ReactNode {
  return (
    <StaticPageIcon
      icon={icon}
      draw={(name) => {
        const Drawing = drawingOf(name)
        return Drawing && <Drawing aria-hidden width={size} height={size} strokeWidth={1.75} />
      }}
    />
  )
}

/** The mark of Sheaf. */
export function Mark() {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M10 18V3.5M10 16.5c0-5-2.5-8-5.5-9.8M10 16.5c0-5 2.5-8 5.5-9.8M6.8 13.2h6.4" />
    </svg>
  )
}

function Bar({ above }: { above: readonly KnownPage[] }) {
  return (
    <header className="bar">
      <nav aria-label={above.length > 0 ? t('Pages above') : undefined}>
        {above.length > 0 && (
          <ol>
            {above.map(({ path, title, icon }) => (
              <li key={path}>
                <a href={path}>
                  {icon && isEmoji(icon) ? `${icon} ` : ''}
                  {title}
                </a>
              </li>
            ))}
          </ol>
        )}
      </nav>
      <a className="brand" href="/">
        <Mark />
        Sheaf
      </a>
    </header>
  )
}

function Cover({ document }: { document: PublicDocument }): ReactNode {
  const cover = document.coverImage === null ? null : readCover(document.coverImage)
  if (!cover) return null
  return (
    <div className="cover">
      <CoverPicture
        cover={cover}
        fit={COVER_FITS.find((fit) => fit === document.coverFit) ?? 'cover'}
        gradient={document.backgroundGradient}
        drawIcon={(name) => {
          const Drawing = drawingOf(name)
          return Drawing && <Drawing aria-hidden />
        }}
      />
    </div>
  )
}

function Contents({ document }: { document: PublicDocument }): ReactNode {
  const headings = document.toc
    ? headingsOf(document.blocks)
        .filter(({ level }) => level <= CONTENTS.levels)
        .slice(0, CONTENTS.headings)
    : []
  if (headings.length < CONTENTS.least) return null
  const depths = depthsOf(headings.map(({ level }) => level))
  const list = (
    <ol>
      {headings.map(({ id, text }, at) => (
        <li key={id} data-depth={depths[at]}>
          <a href={`#${encodeURIComponent(id)}`}>{text}</a>
        </li>
      ))}
    </ol>
  )
  return (
    <>
      <details className="contents contents-narrow">
        <summary>{t('On this page')}</summary>
        <nav aria-label={t('On this page')}>{list}</nav>
      </details>
      <nav className="contents-wide" aria-label={t('On this page')}>
        <div>
          <p>{t('On this page')}</p>
          {list}
        </div>
      </nav>
    </>
  )
}

function Facts({ document }: { document: PublicDocument }): ReactNode {
  const { author, publishedAt, wordCount } = document
  const minutes = Math.max(1, Math.round(wordCount / WORDS_A_MINUTE))
  if (!author && !publishedAt) return null
  return (
    <div className="facts">
      {author && (
        <a href={`/user/${author.id}`} rel="author">
          {author.name}
        </a>
      )}
      {publishedAt && <time dateTime={publishedAt}>{longDate(publishedAt)}</time>}
      {wordCount > 0 && <span>{t('{minutes} min read', { minutes })}</span>}
    </div>
  )
}

const classOf = ({ fullWidth, smallText, textStyle }: PublicDocument): string | undefined =>
  [fullWidth && 'full', smallText && 'small', textStyle !== 'default' && textStyle]
    .filter(Boolean)
    .join(' ') || undefined

function Page({ document, code }: { document: PublicDocument; code: CodeColours }): ReactNode {
  const { title, icon, aiSummary, tags, blocks, subPages, updatedAt, path } = document
  return (
    <>
      <a className="skip" href="#main">
        {t('Skip to the page')}
      </a>
      <Bar above={document.above} />
      <Cover document={document} />
      <main id="main" className={classOf(document)}>
        <div className="head">
          {icon && (
            <span className="page-icon">
              <Icon icon={icon} size="1em" />
            </span>
          )}
          <h1>{title}</h1>
          {aiSummary && <p className="summary">{aiSummary}</p>}
          {tags.length > 0 && (
            <ul className="tags" aria-label={t('Labels')}>
              {tags.map((tag) => (
                <li key={tag}>{tag}</li>
              ))}
            </ul>
          )}
          <Facts document={document} />
        </div>
        <Contents document={document} />
        {/* Nobody knows the language of the page. */}
        <article className="static-page" lang="">
          <StaticPartsContext value={{ ...allParts, equation: readMathOf(), code, subPages }}>
            <StaticBlocks blocks={blocks} />
          </StaticPartsContext>
        </article>
        {subPages.length > 0 && (
          <section className="inside" aria-labelledby="inside">
            <h2 id="inside">{t('Pages inside')}</h2>
            <ul>
              {subPages.map((page) => (
                <li key={page.path}>
                  <a href={page.path}>
                    <Icon icon={page.icon} size="1.125em" />
                    <span>{page.title}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </main>
      <footer className="foot">
        <span>
          {updatedAt && (
            <>
              {t('Updated')} <time dateTime={updatedAt}>{longDate(updatedAt)}</time>
            </>
          )}
        </span>
        <a href={`${path}.md`} rel="alternate" type="text/markdown">
          {t('Markdown')}
        </a>
        <a href="/">{t('Made with Sheaf')}</a>
      </footer>
    </>
  )
}

/** The emoji of the page as the tab's picture, else the mark of Sheaf. */
const tabPicture = (icon: string | null): string =>
  icon && isEmoji(icon)
    ? `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text y=".9em" font-size="88">${icon.replace(/[<>&]/g, '')}</text></svg>`)}`
    : '/favicon.svg'

function Head({
  site,
  title,
  icon = null,
  children,
}: {
  site: Site
  title: string
  icon?: string | null
  children?: ReactNode
}) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{title}</title>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fefdfb" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1b1a18" />
      <link rel="icon" href={tabPicture(icon)} />
      <link rel="stylesheet" href={site.look} />
      {children}
    </>
  )
}

/**
 * What importers of ours would read of a block, where nobody imports: it can be many times what is shown. Of a style sheet, in which
 * people can write such words themselves, nothing is taken out.
 */
const FOR_IMPORTERS =
  /<style\b[^>]*>[\s\S]*?<\/style>| data-(?:data|cells|columns|config|view|custom-css|json|markers|transcription)="[^"]*"/g
const withoutImporters = (html: string): string =>
  html.replace(FOR_IMPORTERS, (found) => (found.startsWith('<') ? found : ''))

const page = (head: ReactNode, body: ReactNode): string =>
  `<!doctype html><html lang="en"><head>${renderToStaticMarkup(head)}</head><body>${withoutImporters(renderToStaticMarkup(body))}</body></html>\n`

/** A public page as HTML that needs no script: whole, with all that search engines and other programs ask for. */
export async function publicHtml(document: PublicDocument, image: string, site: Site): Promise<string> {
  const code = await readCodeColours(document.blocks, boundedTime())
  const { title, description, path, noindex, hasPassword, author, publishedAt, updatedAt } = document
  const url = site.origin + path
  return page(
    <Head site={site} title={title} icon={document.icon}>
      {description && <meta name="description" content={description} />}
      {(noindex || hasPassword) && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={url} />
      <link rel="alternate" type="text/markdown" href={`${url}.md`} />
      {author && !noindex && !hasPassword && (
        <link
          rel="alternate"
          type="application/atom+xml"
          href={`${site.origin}/user/${author.id}/feed.xml`}
          title={author.name}
        />
      )}
      <meta property="og:type" content="article" />
      <meta property="og:site_name" content="Sheaf" />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={url} />
      <meta property="og:image" content={site.origin + image} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      {publishedAt && <meta property="article:published_time" content={publishedAt} />}
      {updatedAt && <meta property="article:modified_time" content={updatedAt} />}
      <meta name="twitter:card" content="summary_large_image" />
    </Head>,
    <Page document={document} code={code} />,
  )
}

const message = (site: Site, title: string, body: ReactNode): string =>
  page(
    <Head site={site} title={title}>
      <meta name="robots" content="noindex" />
    </Head>,
    <>
      <Bar above={[]} />
      <main className="message">{body}</main>
    </>,
  )

const DRAWING = {
  viewBox: '0 0 120 80',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: '2',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** Nothing is here for this caller: the same, whatever the reason (rulings 0). */
export const notFoundHtml = (site: Site): string =>
  message(
    site,
    t('Page not found · Sheaf'),
    <>
      <svg {...DRAWING} aria-hidden="true">
        <path d="M35 12h34l14 14v42H35zM69 12v14h14M50 40l4 4m0-4-4 4m14-4 4 4m0-4-4 4M52 58q7-6 14 0" />
      </svg>
      <h1>{t('Page not found')}</h1>
      <p>{t('The link may be old or mistyped, or the page is not published any more.')}</p>
      <a className="button" href="/">
        {t('Go home')}
      </a>
    </>,
  )

/** Asks for the password of a page, of which nothing is told before. `wrong`: why the last one did not open it. */
export const passwordHtml = (site: Site, path: string, wrong: string | null): string =>
  message(
    site,
    `${t('A password is needed')} · Sheaf`,
    <>
      <svg {...DRAWING} aria-hidden="true">
        <path d="M42 36h36v32H42zM48 36V26a12 12 0 0 1 24 0v10M60 48v8" />
      </svg>
      <h1>{t('This page has a password')}</h1>
      <p>{t('Ask the person who shared it with you.')}</p>
      <form method="post" action={path}>
        <label htmlFor="password">{t('Password')}</label>
        <input
          id="password"
          name="password"
          type="password"
          required
          maxLength={200}
          autoComplete="current-password"
          // biome-ignore lint/a11y/noAutofocus: it is all there is on this page
          autoFocus
          aria-invalid={wrong === null ? undefined : true}
          aria-describedby={wrong === null ? undefined : 'wrong'}
        />
        {wrong !== null && (
          <p className="wrong" id="wrong" role="alert">
            {wrong}
          </p>
        )}
        <button type="submit">{t('Open the page')}</button>
      </form>
    </>,
  )
