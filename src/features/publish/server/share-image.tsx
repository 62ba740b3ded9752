import { createHash } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { backgroundCss, readCover } from '@/features/pages/cover/cover'
import { FALLBACK_GRADIENT, gradientCss } from '@/features/pages/cover/gradients'
import { familiesFor, fontFaces } from '@/features/print/server/fonts'
import { emojiFace, FONTS } from '@/features/print/server/render-sheet'
import type { Services } from '@/server/context'
import { BUSY, JobQueue, type SharedWork } from '@/server/workers/job-queue'
import { AppError } from '@/shared/errors'
import { OnceForMany } from './once-for-many'
import type { PublicFacts } from './public-facts'
import { isEmoji, Mark } from './public-html'

/** Drawn at twice this: 1200 × 630 pixels, which is what others ask for. */
const WIDTH = 600
const HEIGHT = 315
/** Pictures that are kept. */
const MOST_KEPT = 100
const MOST_MS = 20_000
/** How many new ones a visitor may ask for in a minute. */
const PER_MINUTE = 60
/** How long a picture waits for those before it, how many do, and how many of one visitor. */
const MOST_WAIT_MS = 60_000
const MOST_WAITING = 100
const MOST_WAITING_EACH = 10
/** How often somebody else's drawing of the same picture is waited for. */
const ROUNDS = 3
const EMOJI_PATH = '/fonts/emoji.woff2'

const STYLE = `
*{box-sizing:border-box;margin:0}
html,body{width:${WIDTH}px;height:${HEIGHT}px;overflow:hidden}
body{display:flex;flex-direction:column;background:#fefdfb;color:#2b2823;font-family:var(--font-sans)}
body.serif h1{font-family:var(--font-serif);font-weight:650}body.mono h1{font-family:var(--font-mono)}
.band{flex:none;height:84px}
main{flex:1;display:flex;flex-direction:column;padding:22px 40px 0}
.icon{font-size:52px;line-height:1;margin:-50px 0 12px;height:52px}
h1{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden;padding-bottom:4px;font-size:34px;line-height:1.14;font-weight:700;letter-spacing:-.022em;text-wrap:balance;overflow-wrap:anywhere}
h1.long{font-size:28px}
footer{display:flex;align-items:center;gap:7px;padding:0 40px 26px;font-size:14px;color:#625d53}
footer b{margin-left:auto;color:#2b2823;font-weight:600;letter-spacing:-.01em}
footer svg{order:1;color:#3c5cc4}footer b{order:2;margin-left:0}footer span{margin-right:auto;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}`

function bandOf({ coverImage, backgroundGradient }: PublicFacts): string {
  const cover = coverImage === null ? null : readCover(coverImage)
  const named =
    cover && 'background' in cover && cover.background !== null ? cover.background : backgroundGradient
  return (named && backgroundCss(named)) || gradientCss(FALLBACK_GRADIENT)!
}

/** The pictures with which other places show a link to a page (Open Graph), drawn once for what stands on them. */
export class ShareImages {
  private readonly images = new Map<string, Buffer>()
  private readonly drawing = new OnceForMany<Buffer>()
  /**
   * The printer has one of them at a time, so that visitors are not in the way of the person who exports a page; they are taken in
   * turn.
   */
  private readonly queue = new JobQueue({
    atOnce: 1,
    mostWaiting: MOST_WAITING,
    mostWaitingEach: MOST_WAITING_EACH,
  })

  constructor(
    private readonly services: Pick<Services, 'printer' | 'limits'>,
    private readonly most = { waitMs: MOST_WAIT_MS, drawMs: MOST_MS },
  ) {}

  /**
   * The picture of a page that anybody who asks may see, and its name; `asker` is for whom it is drawn (`visitorAt`). Throws
   * `unavailable` where nothing can draw, too many wait or it takes too long, and `rate-limited` when they ask for too many new ones.
   */
  async draw(document: PublicFacts, asker: string): Promise<{ png: Buffer; etag: string }> {
    const body = markupOf(document)
    const name = createHash('sha256').update(body).digest('base64url').slice(0, 27)
    const png = this.images.get(name) ?? (await this.drawn(document, body, name, asker))
    // The last in the order of a map is the newest.
    this.images.delete(name)
    this.images.set(name, png)
    for (const oldest of this.images.keys()) {
      if (this.images.size <= MOST_KEPT) break
      this.images.delete(oldest)
    }
    return { png, etag: `"${name}"` }
  }

  private async drawn(document: PublicFacts, body: string, name: string, asker: string): Promise<Buffer> {
    for (let round = 0; round < ROUNDS; round++) {
      const others = this.drawing.join(name, asker)
      if (!others) break
      // What kept another from theirs need not keep this one from it.
      const png = await others.catch(() => null)
      if (png) return png
    }
    return this.drawing.begin(name, asker, (askers) => this.make(document, body, { on: name, ...askers }))
  }

  private async make(document: PublicFacts, body: string, work: SharedWork): Promise<Buffer> {
    const { limits, printer } = this.services
    await limits.take(`page-images:${work.person}`, PER_MINUTE, 60)
    const text = `${document.title}${document.icon ?? ''}${document.author?.name ?? ''} Sheaf`
    const look =
      document.textStyle === 'serif' || document.textStyle === 'mono' ? document.textStyle : 'default'
    const needs = {
      text,
      isItalic: false,
      hasCode: false,
      hasMath: false,
      look,
      emojiPath: EMOJI_PATH,
    } as const
    const faces = await fontFaces(FONTS, needs)
    const html = `<!doctype html><html><head><meta charset="utf-8"><style>${faces}${familiesFor(text)}${STYLE}</style></head>${body}</html>`
    const resource = async (path: string) =>
      path === EMOJI_PATH ? { type: 'font/woff2', bytes: await emojiFace() } : null
    return inTime(this.most.waitMs, (late) =>
      this.queue.run(work, late, () =>
        inTime(this.most.drawMs, (signal) =>
          printer.png({ html, resource }, { width: WIDTH }, { person: 'everybody', signal }),
        ),
      ),
    )
  }
}

/** Does what ends with the reason of a signal. Throws `unavailable` when it has ended because this time was over. */
async function inTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = AbortSignal.timeout(ms)
  try {
    return await work(late)
  } catch (error) {
    throw late.aborted && error === late.reason
      ? new AppError('unavailable', BUSY(), { cause: error })
      : error
  }
}

function markupOf(document: PublicFacts): string {
  const { title, icon, author, textStyle } = document
  return renderToStaticMarkup(
    <body className={textStyle}>
      <div className="band" style={{ background: bandOf(document) }} />
      <main>
        {icon && isEmoji(icon) && <div className="icon">{icon}</div>}
        <h1 className={title.length > 60 ? 'long' : undefined}>{title}</h1>
      </main>
      <footer>
        <span>{author?.name}</span>
        <Mark />
        <b>Sheaf</b>
      </footer>
    </body>,
  )
}
