import { useRouter, useRouterState, useSearch } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { NotFoundScreen } from '@/app/error-screens'
import { ShellHeader } from '@/app/shell'
import { useTabTitle } from '@/app/tab-title'
import { ToolbarPlace } from '@/editor/toolbar-place'
import { Breadcrumbs } from '@/features/pages/app/breadcrumbs'
import type { Room } from '@/features/rooms/app/room'
import { rememberRoomCode, roomAddress, roomName, roomOfSearch } from '@/features/rooms/app/room-code'
import type { RoomControlProps } from '@/features/rooms/app/room-control'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { cn } from '@/ui/cn'
import { lazy } from '@/ui/lazy'
import { childrenOf, pathTo, type Template, templateOf } from '../model'
import { demos } from './demos/demos'
import { demoKey } from './playground'
import PlaygroundBody from './playground-body'
import type { RoomBodyProps } from './room-body'
import { TemplateLinks } from './template-links'
import { usePlayground } from './use-playground'

const RoomControl = lazy<RoomControlProps>(() =>
  import('@/features/rooms/app/room-control').then((m) => ({ default: m.RoomControl })),
)
const RoomBody = lazy<RoomBodyProps>(() => import('./room-body'))

/** A built-in page: its frame can be read only, its body is a playground (rulings 1). */
export default function TemplateScreen({ slug }: { slug: string }) {
  const template = templateOf(slug)
  const playground = usePlayground(slug)
  const [toolbarPlace, setToolbarPlace] = useState<HTMLElement | null>(null)
  const { history } = useRouter()
  const code = roomOfSearch(useSearch({ strict: false }))
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const name = code === null ? '' : roomName(code, hash)
  const [room, setRoom] = useState<Room | null>(null)
  useTabTitle(template?.title ?? null, template?.icon)
  if (!template) return <NotFoundScreen />
  const path = pathTo(slug)
  const children = childrenOf(slug)
  const demo = demos[slug]
  /** Nothing stands below the text: it takes the rest of the screen. */
  const isLast = children.length === 0 && demo?.at !== 'bottom'
  const linkTo = (id: string) => `${window.location.origin}/${slug}${roomAddress(id)}`
  const connect = (id: string) => {
    rememberRoomCode(id)
    history.push(`/${slug}${roomAddress(id)}`)
  }
  const shownDemo = demo && <demo.Show key={playground.generation} storageKey={demoKey(slug)} />

  return (
    <>
      <ShellHeader>
        <Breadcrumbs path={path.slice(0, -1).map(crumbOf)} page={crumbOf(template)} />
        <div className="ms-auto flex shrink-0 items-center gap-2">
          <p className="hidden text-xs text-text-faint sm:block">
            {code === null ? t('Edits stay in this browser') : t('Edits go to everybody in the room')}
          </p>
          <RoomControl
            room={room}
            code={code}
            linkTo={linkTo}
            onConnect={connect}
            onDisconnect={() => history.push(`/${slug}`)}
          />
          {code === null && (
            <Button size="sm" variant="ghost" disabled={playground.resetting} onClick={playground.reset}>
              <RotateCcw aria-hidden />
              {t('Reset')}
            </Button>
          )}
        </div>
      </ShellHeader>
      <ToolbarPlace ref={setToolbarPlace} />
      <article className="mx-auto flex min-h-full w-full max-w-[calc(var(--page-width)+7rem)] flex-col px-5 pt-8 pb-24 sm:px-14 sm:pt-16">
        <div aria-hidden className="mb-2 text-[4rem] leading-none">
          {template.icon}
        </div>
        <h1 className="text-[1.875rem]/[1.2] font-bold tracking-tight text-balance sm:text-[2.25rem]/[1.2]">
          {template.title}
        </h1>
        <p className="mt-2 mb-3 text-text-muted">
          {code === null
            ? t(
                'A sample page. Change anything you like: edits stay in this browser, and Reset brings the original back.',
              )
            : t('A sample page, in a room: everybody in it writes here, and this server keeps none of it.')}
        </p>
        {demo?.at === 'top' && shownDemo}
        <div className={cn('flex flex-col', isLast && 'flex-1', demo && '[--page-body-end:4rem]')}>
          {code === null ? (
            <PlaygroundBody slug={slug} playground={playground} toolbarPlace={toolbarPlace} />
          ) : (
            <RoomBody
              key={name}
              slug={slug}
              code={code}
              name={name}
              onRoom={setRoom}
              toolbarPlace={toolbarPlace}
            />
          )}
        </div>
        {demo?.at === 'bottom' && shownDemo}
        {children.length > 0 && (
          <section className="mt-10 border-t border-border pt-6">
            <h2 className="mb-3 text-sm font-medium text-text-muted">{t('Inside this page')}</h2>
            <TemplateLinks templates={children} />
          </section>
        )}
      </article>
    </>
  )
}

const crumbOf = ({ slug, title, icon }: Template) => ({ id: slug, title, icon })
