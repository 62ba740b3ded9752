import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { showOverlay } from '@/app/overlays'
import { useTabTitle } from '@/app/tab-title'
import { t } from '@/shared/i18n'
import { Button, buttonClass } from '@/ui/button'
import { useIsPainted } from '@/ui/is-painted'
import { lazy, lazyLater } from '@/ui/lazy'
import { childrenOf, descendantsOf, templates } from '../model'
import { BodyPending } from './body-pending'
import type { PlaygroundBodyProps } from './playground-body'
import { TemplateLinks } from './template-links'
import { usePlayground } from './use-playground'

/** A whole editor: it comes when all that stands around it is painted. */
const PlaygroundBody = lazy<PlaygroundBodyProps>(() => import('./playground-body'), <BodyPending />)
const LanguagePicker = lazyLater(() => import('@/app/language-picker'))

const FACTS = [
  {
    get title() {
      return t('A page is made of blocks')
    },
    get text() {
      return t(
        'Headings, lists, to-dos, quotes and code. Each can be moved, turned into another kind and linked to.',
      )
    },
  },
  {
    get title() {
      return t('Live wherever it is open')
    },
    get text() {
      return t(
        'A page that is open in several windows or on several devices shows every letter as it is typed, also when two type in one line.',
      )
    },
  },
  {
    get title() {
      return t('Saved means saved')
    },
    get text() {
      return t(
        'The page says Saved when your words are on the disk of the server. Offline, they wait in your browser.',
      )
    },
  },
  {
    get title() {
      return t('Yours to run and to leave')
    },
    get text() {
      return t('One command starts it on your own machine. Pages come in and go out as Markdown or HTML.')
    },
  },
]

/** `/` for visitors: what Sheaf is, a page to write on at once, and the sample pages. */
export default function VisitorHome() {
  const playground = usePlayground('editor')
  useTabTitle(null)
  const isPainted = useIsPainted()
  const groups = childrenOf(null).map((template) => ({ template, children: descendantsOf(template.slug) }))
  const alone = groups.filter((group) => group.children.length === 0).map((group) => group.template)

  return (
    <div className="mx-auto w-full max-w-4xl px-5 pt-10 pb-24 sm:pt-16">
      <section>
        <h1 className="max-w-2xl text-3xl leading-tight font-bold tracking-tight text-balance sm:text-[2.5rem]">
          {t('A calm place for everything you write')}
        </h1>
        <p className="mt-4 max-w-xl text-base text-pretty text-text-muted">
          {t(
            'Sheaf is a workspace of pages made of blocks, running on a server of your own. Try it right here: the page below is real, and what you type stays in this browser.',
          )}
        </p>
        <div className="mt-6 flex flex-wrap gap-2">
          <Link to="/signup" className={buttonClass('primary', 'lg')}>
            {t('Create an account')}
          </Link>
          <Button size="lg" onClick={() => showOverlay('login')}>
            {t('Sign in')}
          </Button>
        </div>
      </section>

      <section aria-labelledby="playground" className="mt-12 rounded-dialog border border-border bg-bg">
        <header className="flex items-center gap-2 border-b border-border py-1.5 pe-2 ps-4">
          <h2 id="playground" className="font-medium">
            {t('Write here')}
          </h2>
          <p className="truncate text-xs text-text-faint">{t('Edits stay in this browser')}</p>
          <Button
            size="sm"
            variant="ghost"
            className="ms-auto"
            disabled={playground.resetting}
            onClick={playground.reset}
          >
            <RotateCcw aria-hidden />
            {t('Reset')}
          </Button>
        </header>
        {/* The page is longer: what stands below does not move on the screen when it comes. */}
        <div className="min-h-[44rem] px-4 pt-4 sm:px-14 [--page-body-end:1.5rem]">
          {isPainted ? <PlaygroundBody slug="editor" playground={playground} /> : <BodyPending />}
        </div>
      </section>

      <section aria-label={t('What Sheaf does')} className="mt-14 grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {FACTS.map((fact) => (
          <div key={fact.title}>
            <h2 className="font-semibold">{fact.title}</h2>
            <p className="mt-1 text-pretty text-text-muted">{fact.text}</p>
          </div>
        ))}
      </section>

      <section aria-labelledby="gallery" className="mt-14">
        <h2 id="gallery" className="text-xl font-semibold tracking-tight">
          {t('Sample pages')}
        </h2>
        <p className="mt-1 text-text-muted">
          {t('{count} pages, each explaining one thing by using it. Edit them freely.', {
            count: templates.length,
          })}
        </p>
        {groups
          .filter((group) => group.children.length > 0)
          .map(({ template, children }) => (
            <div key={template.slug} className="mt-6">
              <h3 className="mb-2 text-sm font-medium text-text-muted">{template.title}</h3>
              <TemplateLinks templates={[template, ...children]} />
            </div>
          ))}
        <h3 className="mt-6 mb-2 text-sm font-medium text-text-muted">{t('More')}</h3>
        <TemplateLinks templates={alone} />
      </section>

      <footer className="mt-14 min-h-16 border-t border-border pt-4">
        <LanguagePicker />
      </footer>
    </div>
  )
}
