import { Circle, ImagePlus, Tags, Text } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Doc } from 'yjs'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { useFormats } from '@/ui/formats'
import { lazy, usePreload } from '@/ui/lazy'
import { passFocus } from '@/ui/pass-focus'
import { PopupButton } from '@/ui/popup-button'
import { HERE, withElement } from '@/ui/with-element'
import { DEFAULT_COVER, type PageDetail } from '../../model'
import { Badge, variantAt } from '../badge'
import { PageIconPicker } from '../page-icon-picker'
import { StatusChip } from '../status-dot'
import { timeAgo } from '../time-ago'
import { useSetStatus, useUpdatePage } from '../use-pages'
import type { HeadHelp } from './head-help'
import { StaleNote } from './stale-note'

const StatusMenu = lazy(() => import('./status-menu'))
const LabelsPopover = lazy(() => import('./labels-popover'))
const SummaryField = lazy(() => import('./summary-field'))

const ADD = 'reveal-on-hover -ms-2 font-sans text-text-faint'

export interface PageHeadProps {
  page: PageDetail
  /** Nothing can be changed: a page of the trash, a locked one, one that somebody may only see (product.md 6.4). */
  readOnly: boolean
  /** Nothing is changed now, by somebody who may: what can be added keeps its room, and the text does not move when the mode changes. */
  keepsRoom?: boolean
  /** The page itself, where it is live. */
  doc?: Doc
  /** Other facts about the page, under its title. */
  facts?: ReactNode
  /** What another feature adds to its fields. */
  help?: HeadHelp | undefined
  /** The title. */
  children: ReactNode
}

/** What stands above a page's text: icon, title, status, summary, labels (product.md 2.28). */
export function PageHead({ page, readOnly, keepsRoom = false, doc, facts, help, children }: PageHeadProps) {
  const formats = useFormats()
  usePreload(StatusMenu, LabelsPopover, SummaryField)
  const update = useUpdatePage()
  const setStatus = useSetStatus()
  const [isSummarizing, setSummarizing] = useState(false)
  const { id, icon, status, tags, aiSummary } = page
  const canAdd = !readOnly || keepsRoom
  const statusMenu = (button: Parameters<typeof PopupButton>[0]['button']) => (
    <PopupButton kind="menu" button={button}>
      {(popup) => (
        <StatusMenu
          popup={popup}
          status={status}
          onChange={(next) => {
            if ((status === 'none') !== (next === 'none')) passFocus('[data-head=status]')
            setStatus.mutate({ id, status: next })
          }}
        />
      )}
    </PopupButton>
  )
  return (
    <header className="group relative mb-3">
      <PageIconPicker
        icon={icon}
        onChange={readOnly ? undefined : (next) => update.mutate({ id, icon: next })}
        keepsRoom={keepsRoom}
      >
        {canAdd && page.coverImage === null && (
          <Button
            variant="ghost"
            size="sm"
            className={ADD}
            data-head="cover"
            onClick={() => {
              passFocus('[data-page-cover] button')
              update.mutate({ id, coverImage: DEFAULT_COVER })
            }}
          >
            <ImagePlus aria-hidden />
            {t('Add cover')}
          </Button>
        )}
        {canAdd &&
          status === 'none' &&
          statusMenu(
            <Button variant="ghost" size="sm" className={ADD} data-head="status">
              <Circle aria-hidden />
              {t('Add status')}
            </Button>,
          )}
        {canAdd && (
          <PopupButton
            kind="dialog"
            button={
              <Button variant="ghost" size="sm" className={ADD}>
                <Tags aria-hidden />
                {tags.length === 0 ? t('Add labels') : t('Edit labels')}
              </Button>
            }
          >
            {(popup) => (
              <LabelsPopover
                popup={popup}
                tags={tags}
                Help={help?.Labels}
                onChange={(next) => update.mutate({ id, tags: next })}
              />
            )}
          </PopupButton>
        )}
        {canAdd && aiSummary === null && !isSummarizing && (
          <Button variant="ghost" size="sm" className={ADD} onClick={() => setSummarizing(true)}>
            <Text aria-hidden />
            {t('Add summary')}
          </Button>
        )}
      </PageIconPicker>
      <h1>{children}</h1>
      {readOnly
        ? aiSummary && (
            <p className="mt-1 text-text-muted italic">
              {aiSummary}
              {page.isSummaryStale && <StaleNote className="ms-2 not-italic" />}
            </p>
          )
        : (aiSummary !== null || isSummarizing) && (
            <SummaryField
              page={page}
              doc={doc ?? null}
              autoFocus={isSummarizing}
              Help={help?.Summary}
              onChange={(next, stamp) => update.mutate({ id, aiSummary: next, aiSummaryStamp: stamp })}
              onLeave={() => setSummarizing(false)}
            />
          )}
      {(status !== 'none' || tags.length > 0 || page.updatedBy || facts) && (
        <div className="mt-2 flex empty:hidden flex-wrap items-center gap-x-3 gap-y-1 font-sans">
          {status !== 'none' &&
            (readOnly ? (
              <StatusChip role="img" status={status} />
            ) : (
              statusMenu(
                <StatusChip
                  as="button"
                  type="button"
                  data-head="status"
                  className="cursor-pointer touch-target hover:bg-hover"
                  status={status}
                />,
              )
            ))}
          {tags.length > 0 && (
            <ul aria-label={t('Labels')} className="flex flex-wrap items-center gap-1">
              {tags.map((tag, index) => (
                <li key={tag} className="flex">
                  <Badge variant={variantAt(index)}>{tag}</Badge>
                </li>
              ))}
            </ul>
          )}
          {page.updatedBy && (
            <p className="text-xs text-text-faint">
              {withElement(
                t('Edited by {name} {when}', { name: page.updatedBy, when: HERE }),
                <time dateTime={page.updatedAt} title={formats.dateTime(page.updatedAt)}>
                  {timeAgo(page.updatedAt, new Date(), formats)}
                </time>,
              )}
            </p>
          )}
          {facts}
        </div>
      )}
    </header>
  )
}
