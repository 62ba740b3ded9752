import { Copy, ExternalLink, Link, Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { copyText } from '@/ui/copy-text'
import { Field, Input } from '@/ui/field'
import { enteredCode, isRoom, lastRoomCode, newRoomCode, roomId, wrongRoomCode } from './room-code'

export interface RoomFormProps {
  /** The room that the address names; null when it names none. */
  code: string | null
  /** The address of a room of this page. */
  linkTo(code: string): string
  onConnect(code: string): void
  onDisconnect(): void
}

/** Which room this is, and how others come in (product.md 2.40). */
export function RoomForm({ code, linkTo, onConnect, onDisconnect }: RoomFormProps) {
  const [typed, setTyped] = useState(() => code ?? lastRoomCode())
  const [wrong, setWrong] = useState<string | null>(null)
  /** Does something with the code in the field, once it is one. */
  const withCode = (act: (code: string) => void) => {
    const entered = enteredCode(typed)
    const problem = wrongRoomCode(entered)
    setWrong(problem)
    if (problem) return
    setTyped(entered)
    act(entered)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    withCode(onConnect)
  }
  const change = (next: string) => {
    setTyped(next)
    setWrong(null)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-2">
      <Field label={t('Room code')} error={wrong}>
        <Input
          value={typed}
          onChange={(event) => change(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
        />
      </Field>
      <div className="flex items-center gap-1">
        {code !== null && isRoom(typed, code) ? (
          // Another button than "Connect": one that became it while it is pressed would send the form.
          <Button key="disconnect" size="sm" onClick={onDisconnect}>
            {t('Disconnect')}
          </Button>
        ) : (
          <Button key="connect" size="sm" type="submit" variant="primary">
            {t('Connect')}
          </Button>
        )}
        <span className="ms-auto" />
        <IconButton label={t('New room')} onClick={() => change(newRoomCode())}>
          <Plus aria-hidden />
        </IconButton>
        <IconButton
          label={t('Copy room id')}
          onClick={() => withCode((id) => void copyText(roomId(id), t('Room id copied'), roomId(id)))}
        >
          <Copy aria-hidden />
        </IconButton>
        <IconButton
          label={t('Copy link')}
          onClick={() => withCode((id) => void copyText(linkTo(id), t('Link copied'), linkTo(id)))}
        >
          <Link aria-hidden />
        </IconButton>
        <IconButton
          label={t('Open in new tab')}
          onClick={() => withCode((id) => window.open(linkTo(id), '_blank', 'noopener'))}
        >
          <ExternalLink aria-hidden />
        </IconButton>
      </div>
    </form>
  )
}
