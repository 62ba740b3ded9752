import { useNavigate } from '@tanstack/react-router'
import { ArrowRight, LayoutTemplate, X } from 'lucide-react'
import { useId, useState } from 'react'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { chosenTemplates, gettingStarted, type ReadyTemplate } from '../ready/ready-templates'
import { Miniature } from './miniature'
import { showTemplates } from './template-window'
import { makePageOf } from './use-template'

/** What most teams need first. */
const CARDS = ['ready-meeting-notes', 'ready-weekly-plan', 'ready-project-brief', 'ready-wiki']
const HIDDEN_KEY = 'sheaf:home-start-hidden'

/** Home of an account with few pages: a first page to learn from, and templates to begin with. It can be put away. */
export default function HomeStart() {
  const id = useId()
  const [isHidden, setHidden] = useState(wasHidden)
  if (isHidden) return null
  const hide = () => {
    setHidden(true)
    try {
      localStorage.setItem(HIDDEN_KEY, 'yes')
    } catch {
      // Storage can be forbidden: it comes back with the next visit.
    }
  }
  return (
    <section aria-labelledby={id} className="@container flex w-full flex-col gap-3">
      <header className="flex items-center gap-2 px-2">
        <h2 id={id} className="me-auto text-xs font-medium text-text-faint">
          {t('A good beginning')}
        </h2>
        <Button size="sm" variant="ghost" onClick={() => showTemplates({ parentDocumentId: null })}>
          <LayoutTemplate aria-hidden />
          {t('All templates')}
        </Button>
        <IconButton label={t('Hide these suggestions')} onClick={hide} className="size-7">
          <X aria-hidden />
        </IconButton>
      </header>
      <GettingStarted />
      <ul className="grid grid-cols-2 gap-3 @xl:grid-cols-4">
        {CARDS.flatMap((card) => chosenTemplates.filter((template) => template.id === card)).map(
          (template) => (
            <li key={template.id}>
              <Card template={template} />
            </li>
          ),
        )}
      </ul>
    </section>
  )
}

/** Makes the starter page, which is an ordinary page from then on. */
function GettingStarted() {
  const navigate = useNavigate()
  const [isMaking, setMaking] = useState(false)
  const make = async () => {
    setMaking(true)
    const id = await makePageOf({ source: { kind: 'ready', template: gettingStarted } }, null)
    if (id === null) setMaking(false)
    else await navigate({ to: '/$documentId', params: { documentId: id } })
  }
  return (
    <button
      type="button"
      disabled={isMaking}
      onClick={make}
      className="flex cursor-pointer items-center gap-3 rounded-popover border border-border p-3 text-start hover:bg-hover disabled:opacity-60"
    >
      <span aria-hidden className="text-2xl leading-none">
        {gettingStarted.icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{gettingStarted.title}</span>
        <span className="block text-text-muted">
          {isMaking ? t('Creating page...') : t('A page of your own with things to try: ten minutes.')}
        </span>
      </span>
      <ArrowRight aria-hidden className="size-4 shrink-0 text-text-faint" />
    </button>
  )
}

/** A template as a picture of itself; opens the gallery at it. */
function Card({ template: { id, icon, title } }: { template: ReadyTemplate }) {
  return (
    <button
      type="button"
      onClick={() => showTemplates({ parentDocumentId: null, readyId: id })}
      className="w-full cursor-pointer overflow-hidden rounded-popover border border-border text-start hover:bg-hover"
    >
      <Miniature id={id} title={title} icon={icon} />
      <span className="flex items-center gap-1.5 border-t border-border px-2.5 py-2 font-medium">
        <span aria-hidden>{icon}</span>
        <span className="min-w-0 truncate">{title}</span>
      </span>
    </button>
  )
}

function wasHidden(): boolean {
  try {
    return localStorage.getItem(HIDDEN_KEY) !== null
  } catch {
    return false
  }
}
