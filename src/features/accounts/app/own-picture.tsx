import { useRef, useState } from 'react'
import { failureWords, rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { lazy } from '@/ui/lazy'
import { toast } from '@/ui/toast'
import { openPicture, PictureProblem } from './make-picture'

const PictureDialog = lazy(() => import('./picture-dialog'))

interface OwnPictureProps {
  /** The picture that is shown, if it is one of the person's own. */
  profileImageUrl: string | null
  /** Asks the server again. */
  reload(): Promise<void>
}

/** Uploads a picture of one's own, and takes it away. */
export function OwnPicture({ profileImageUrl, reload }: OwnPictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<{ url: string; close(): void } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const choose = async (file: File | undefined) => {
    if (!file) return
    setProblem(null)
    try {
      setChosen(await openPicture(file))
    } catch (error) {
      if (!(error instanceof PictureProblem)) throw error
      setProblem(error.message)
    }
  }
  const close = () => {
    chosen?.close()
    setChosen(null)
  }
  const remove = async () => {
    try {
      await rpc.user.updateSettings.mutate({ profileImageUrl: null })
      toast.success(t('Picture removed'))
    } catch (error) {
      toast.error(failureWords(error, t('Failed to remove your picture')))
    } finally {
      await reload()
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('Profile picture')}
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0])
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>
        {profileImageUrl === null ? t('Upload picture') : t('Change picture')}
      </Button>
      {profileImageUrl !== null && <Button onClick={() => void remove()}>{t('Remove picture')}</Button>}
      <p role="alert" className="w-full text-danger empty:hidden">
        {problem}
      </p>
      {chosen && (
        <PictureDialog
          url={chosen.url}
          onClose={close}
          onSaved={async () => {
            await reload()
            toast.success(t('Picture saved'))
          }}
        />
      )}
    </>
  )
}
