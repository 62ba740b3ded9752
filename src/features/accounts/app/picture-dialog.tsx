import { useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/ui/dialog'
import { drawSquare, PictureProblem, type Square, sendPicture } from './make-picture'

const MOST_ZOOM = 4

interface PictureDialogProps {
  /** The picture as it was chosen. */
  url: string
  onClose(): void
  /** It is the person's picture now. */
  onSaved(): Promise<void>
}

/** Chooses the square of a picture that is shown: it is dragged or moved with the arrow keys, and zoomed with a slider or the wheel. */
export default function PictureDialog({ url, onClose, onSaved }: PictureDialogProps) {
  const zoomId = useId()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [square, setSquare] = useState<Square | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const save = async () => {
    if (!square) return
    setBusy(true)
    setProblem(null)
    try {
      await sendPicture(await drawSquare(url, square))
      await onSaved()
      onClose()
    } catch (error) {
      if (!(error instanceof PictureProblem)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open onOpenChange={(open) => !open && !isBusy && onClose()}>
      <DialogContent
        title={t('Profile picture')}
        description={t('Drag the picture or move it with the arrow keys.')}
      >
        <div className="relative h-72 overflow-clip rounded-control bg-hover">
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            maxZoom={MOST_ZOOM}
            aspect={1}
            cropShape="round"
            showGrid={false}
            objectFit="contain"
            keyboardStep={8}
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={(_percent, pixels) => setSquare(pixels)}
            cropperProps={{ role: 'group', 'aria-label': t('Part of the picture that is shown') }}
            mediaProps={{ alt: '' }}
          />
        </div>
        <div className="mt-4 flex items-center gap-3">
          <label htmlFor={zoomId}>{t('Zoom')}</label>
          <input
            id={zoomId}
            type="range"
            min={1}
            max={MOST_ZOOM}
            step={0.05}
            value={zoom}
            onChange={(event) => setZoom(Number(event.target.value))}
            className="min-w-0 flex-1 accent-accent"
          />
        </div>
        <p role="alert" className="mt-3 text-danger empty:hidden">
          {problem}
        </p>
        <DialogFooter>
          <Button disabled={isBusy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            variant="primary"
            disabled={isBusy || !square}
            aria-busy={isBusy}
            onClick={() => void save()}
          >
            {t('Save picture')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
