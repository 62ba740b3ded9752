import { useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Dialog, DialogContent } from '@/ui/dialog'
import { Tab, TabPanel, Tabs, TabsList } from '@/ui/tabs'
import type { BlockPanelProps } from '../../kit/living-kind'
import { LiveChart } from '../live-chart'
import {
  type ChartDraft,
  changesOf,
  draftAttributes,
  draftOf,
  problemsOf,
  SAMPLE_CONFIG,
  SAMPLE_DATA,
} from './chart-draft'
import { ConfigTab } from './config-tab'
import { DataTab } from './data-tab'
import { StyleTab } from './style-tab'
import { TypeTab } from './type-tab'
import './chart-dialog.css'

/** Everything that can be said about a chart (product.md 2.43), with what it looks like beside it. */
function ChartDialog({
  editor,
  pos,
  setAttributes,
  onClose,
  onTakeBack,
  isJustPutIn,
}: BlockPanelProps & { isJustPutIn: boolean }) {
  const scope = useId()
  const [before] = useState(() => draftOf(editor.state.doc.nodeAt(pos)?.attrs ?? {}))
  const isNew = isJustPutIn && before.data === ''
  const [start] = useState(
    (): ChartDraft => (before.data === '' ? { ...before, data: SAMPLE_DATA, config: SAMPLE_CONFIG } : before),
  )
  const [draft, setDraft] = useState(start)
  const [isAsking, setAsking] = useState(false)
  const [tab, setTab] = useState('type')
  const shown = useDeferredValue(draft)
  const problems = problemsOf(draft, before)
  const isWrong = problems.data !== null || problems.config !== null || problems.isEmpty
  const isChanged = Object.keys(changesOf(start, draft)).length > 0
  const change = (part: Partial<ChartDraft>) => setDraft((now) => ({ ...now, ...part }))

  const leave = () => {
    const node = editor.state.doc.nodeAt(pos)
    // A chart that was just put in and never got any data, from others neither.
    const isLeft = isNew && node?.type.name === 'chart' && node.attrs.data === ''
    if (isLeft && onTakeBack) return onTakeBack()
    if (isLeft) editor.view.dispatch(editor.state.tr.delete(pos, pos + node.nodeSize))
    onClose()
  }
  const save = () => {
    if (isWrong || isAsking) return
    setAttributes(['chart'], changesOf(before, draft))
    onClose()
  }
  const keys = useRef(save)
  keys.current = save
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      keys.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const close = () => (isChanged ? setAsking(true) : leave())

  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent title={isNew ? t('Insert chart') : t('Edit chart')} className="chart-dialog">
        <div className="chart-dialog-body">
          <div className="chart-dialog-form">
            <Tabs value={tab} onValueChange={(next) => setTab(String(next))}>
              <TabsList aria-label={t('Parts of the chart')}>
                <Tab value="type">{t('Type')}</Tab>
                <Tab value="data">
                  {t('Data')}
                  {problems.data !== null && <Wrong />}
                </Tab>
                <Tab value="config">
                  {t('Config')}
                  {problems.config !== null && <Wrong />}
                </Tab>
                <Tab value="style">{t('Style')}</Tab>
              </TabsList>
              <TabPanel value="type">
                <TypeTab draft={draft} onChange={change} />
              </TabPanel>
              <TabPanel value="data">
                <DataTab draft={draft} problem={problems.data} onChange={change} />
              </TabPanel>
              <TabPanel value="config">
                <ConfigTab draft={draft} problem={problems.config} onChange={change} />
              </TabPanel>
              <TabPanel value="style">
                <StyleTab draft={draft} onChange={change} />
              </TabPanel>
            </Tabs>
          </div>
          <section className="chart-dialog-preview" aria-label={t('Preview')}>
            <LiveChart attributes={draftAttributes({ ...shown, align: 'center' })} scope={scope} />
          </section>
        </div>
        <div className="chart-dialog-foot">
          <p className="chart-dialog-problem" role="status">
            {problems.data ?? problems.config ?? (problems.isEmpty ? t('There is no data yet.') : '')}
          </p>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button variant="primary" disabled={isWrong} onClick={save}>
            {isNew ? t('Insert') : t('Update')}
          </Button>
        </div>
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title={t('Discard changes?')}
          description={t('What you changed in this chart is not kept.')}
          confirmLabel={t('Discard')}
          danger
          onConfirm={leave}
        />
      </DialogContent>
    </Dialog>
  )
}

/** Says beside a tab's name that something in it is wrong. */
const Wrong = () => (
  <span className="chart-dialog-wrong">
    <span className="sr-only"> {t('(has an error)')}</span>
  </span>
)

/** The dialog of a chart that is there. */
export const EditChart = (props: BlockPanelProps) => <ChartDialog {...props} isJustPutIn={false} />

/** The dialog of one that was just put in: without data it goes again. */
export const NewChart = (props: BlockPanelProps) => <ChartDialog {...props} isJustPutIn />
