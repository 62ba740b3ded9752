import { useState } from 'react'
import { rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/ui/dialog'
import { Field, Input } from '@/ui/field'
import { type PageVersion, VERSIONS } from '../model'
import { versionsChanged, wordsOf } from './saving'

export interface NameWindowProps {
  open: boolean
  version: PageVersion | null
  onClose(): void
}

/** Names a version, with which it is kept for ever, or takes its name away. */
export default function NameWindow({ open, version, onClose }: NameWindowProps) {
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={t('Name this version')}
        description={t('A version with a name is kept for ever.')}
      >
        {version && <NameForm key={version.id} version={version} onClose={onClose} />}
      </DialogContent>
    </Dialog>
  )
}

function NameForm({ version, onClose }: { version: PageVersion; onClose(): void }) {
  const [name, setName] = useState(version.name ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await rpc.version.rename.mutate({ versionId: version.id, name: name.trim() || null })
      onClose()
    } catch (error) {
      setProblem(wordsOf(error))
    } finally {
      await versionsChanged()
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field label={t('Name')} error={problem} hint={t('Without a name it is kept for 90 days.')}>
        <Input
          value={name}
          maxLength={VERSIONS.nameLength}
          placeholder={t('First draft')}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <DialogFooter>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" disabled={busy}>
          {t('Save name')}
        </Button>
      </DialogFooter>
    </form>
  )
}
