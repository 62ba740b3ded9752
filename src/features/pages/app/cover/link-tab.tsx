import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { appCodeOf } from '@/app/failures'
import { rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Field, Input } from '@/ui/field'
import { linkCover } from '../../cover/cover'
import { LINK_ERRORS } from '../../cover/cover-words'
import type { ChoosesCover } from './pending'

/** The address of a picture or a video; the server looks whether there is one (product.md 5.4). */
export function LinkTab({ onChoose }: ChoosesCover) {
  const [url, setUrl] = useState('')
  const check = useMutation({
    mutationFn: (address: string) => rpc.cover.validateUrl.mutate({ url: address }),
    onSuccess: (found) => onChoose({ kind: 'value', value: linkCover(found.url, found.type) }),
  })
  const { error } = check
  const said = error && ['bad-input', 'rate-limited'].includes(appCodeOf(error) ?? '')
  return (
    <form
      className="flex flex-col gap-3 pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        check.mutate(url.trim())
      }}
    >
      <Field
        label={t('Link to a picture or a video')}
        hint={t('YouTube and Vimeo work too.')}
        error={error ? (said ? error.message : LINK_ERRORS.failed) : undefined}
      >
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder={t('https://')}
          value={url}
          onChange={(event) => {
            setUrl(event.target.value)
            check.reset()
          }}
        />
      </Field>
      <div>
        <Button type="submit" disabled={url.trim() === '' || check.isPending}>
          {check.isPending ? t('Checking…') : t('Use this link')}
        </Button>
      </div>
    </form>
  )
}
