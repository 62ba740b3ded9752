import { useState } from 'react'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Dialog, DialogContent } from '@/ui/dialog'
import { Tab, TabPanel, Tabs, TabsList } from '@/ui/tabs'
import type { BlockPanelProps } from '../../kit/living-kind'
import { tableOf } from '../table-attributes'
import { FULL, isOverfull } from '../table-edits'
import { ColumnsTab } from './columns-tab'
import { DataTab } from './data-tab'
import { SettingsTab } from './settings-tab'
import { StyleTab } from './style-tab'
import { changesOf, draftOf, problemOf, type TableDraft } from './table-draft'
import './data-table-panel.css'

export interface TabProps {
  draft: TableDraft
  onChange(change: Partial<TableDraft>): void
}

/** The editor of a data table (product.md 2.43): nothing is on the page before it is kept. */
export default function DataTablePanel({ editor, pos, setAttributes, onClose, onTakeBack }: BlockPanelProps) {
  const [start] = useState(() => draftOf(editor.state.doc.nodeAt(pos)?.attrs ?? {}))
  const [draft, setDraft] = useState(start)
  const [isAsking, setAsking] = useState(false)
  const isNew = start.columns.length === 0 && start.rows.length === 0
  /** It was larger than a table can be, when it was to be kept. */
  const [overfull, setOverfull] = useState<TableDraft | null>(null)
  const problem = problemOf(draft) ?? (overfull === draft ? FULL() : null)
  const change = (part: Partial<TableDraft>) => setDraft((now) => ({ ...now, ...part }))

  const leave = () => {
    const node = editor.state.doc.nodeAt(pos)
    const isEmpty =
      node && Object.keys(node.attrs.columns).length === 0 && Object.keys(node.attrs.data).length === 0
    const isLeft = isNew && isEmpty && node.type.name === 'dataTable'
    if (isLeft && onTakeBack) return onTakeBack()
    // A table that never got anything.
    if (isLeft) editor.view.dispatch(editor.state.tr.delete(pos, pos + node.nodeSize))
    onClose()
  }
  const save = () => {
    const node = editor.state.doc.nodeAt(pos)
    if (problem !== null || !node) return
    const changes = changesOf(node.attrs, start, draft)
    // One that is larger already can still be made smaller, and everything else about it can be changed.
    if (draft.rows !== start.rows && isOverfull({ ...tableOf(node.attrs), ...changes })) {
      setOverfull(draft)
      return
    }
    setAttributes(['dataTable'], changes)
    onClose()
  }
  const close = () => (draft === start ? leave() : setAsking(true))
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent title={isNew ? t('Insert data table') : t('Edit data table')} className="data-dialog">
        <Tabs
          defaultValue="data"
          className="data-dialog-body"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            save()
          }}
        >
          <TabsList aria-label={t('Parts of the data table')}>
            <Tab value="data">{t('Data')}</Tab>
            <Tab value="columns">{t('Columns')}</Tab>
            <Tab value="settings">{t('Settings')}</Tab>
            <Tab value="style">{t('Style')}</Tab>
          </TabsList>
          <TabPanel value="data">
            <DataTab draft={draft} onChange={change} />
          </TabPanel>
          <TabPanel value="columns">
            <ColumnsTab draft={draft} onChange={change} />
          </TabPanel>
          <TabPanel value="settings">
            <SettingsTab draft={draft} onChange={change} />
          </TabPanel>
          <TabPanel value="style">
            <StyleTab draft={draft} onChange={change} />
          </TabPanel>
        </Tabs>
        <div className="data-dialog-foot">
          <p role="status">{problem}</p>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button variant="primary" disabled={problem !== null} onClick={save}>
            {isNew ? t('Insert') : t('Update')}
          </Button>
        </div>
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title={t('Discard changes?')}
          description={t('What you changed in this data table is not kept.')}
          confirmLabel={t('Discard')}
          danger
          onConfirm={leave}
        />
      </DialogContent>
    </Dialog>
  )
}
