import { createRoot } from 'react-dom/client'
import Lightbox from 'yet-another-react-lightbox'
import Captions from 'yet-another-react-lightbox/plugins/captions'
import Counter from 'yet-another-react-lightbox/plugins/counter'
import Download from 'yet-another-react-lightbox/plugins/download'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import 'yet-another-react-lightbox/plugins/captions.css'
import 'yet-another-react-lightbox/plugins/counter.css'
import { t } from '@/shared/i18n'
import { download } from './download'

/** How fast the wheel comes nearer (product.md 9.10). */
const SCROLL_SPEED = 4
const USUAL_DISTANCE = 100

interface Picture {
  url: string
  alt: string
  name: string
  caption: string
}

/** What its buttons and parts are called. */
const labels = () => ({
  Lightbox: t('Pictures'),
  'Photo gallery': t('Pictures'),
  Carousel: t('Pictures'),
  Slide: t('Picture'),
  Previous: t('Previous'),
  Next: t('Next'),
  Close: t('Close'),
  Download: t('Download'),
  'Zoom in': t('Zoom in'),
  'Zoom out': t('Zoom out'),
  'Show captions': t('Show captions'),
  'Hide captions': t('Hide captions'),
  '{index} of {total}': t('{index} of {total}', { index: '{index}', total: '{total}' }),
})

/**
 * Shows pictures over the whole window: nearer, downloaded, the one before and after, closed (product.md 2.41). The focus comes
 * back to where it was.
 */
export function openLightbox(pictures: readonly Picture[], index: number): void {
  if (pictures.length === 0) return
  const before = document.activeElement
  const holder = document.createElement('div')
  document.body.append(holder)
  const root = createRoot(holder)
  let isOpen = true
  const isAlone = pictures.length === 1
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const draw = () =>
    root.render(
      <Lightbox
        open={isOpen}
        index={index}
        plugins={[Zoom, Download, Captions, ...(isAlone ? [] : [Counter])]}
        slides={pictures.map(({ url, alt, caption }) => ({
          src: url,
          alt,
          ...(caption ? { description: caption } : {}),
        }))}
        carousel={{ finite: isAlone }}
        labels={labels()}
        animation={isStill ? { fade: 0, swipe: 0, navigation: 0, zoom: 0 } : { fade: 150, swipe: 200 }}
        controller={{ closeOnBackdropClick: true }}
        zoom={{
          maxZoomPixelRatio: 4,
          wheelZoomDistanceFactor: USUAL_DISTANCE / SCROLL_SPEED,
          scrollToZoom: true,
        }}
        captions={{ descriptionTextAlign: 'center' }}
        download={{
          download: ({ slide }) => {
            const picture = pictures.find(({ url }) => 'src' in slide && url === slide.src)
            if (picture) void download(picture.url, picture.name)
          },
        }}
        {...(isAlone ? { render: { buttonPrev: () => null, buttonNext: () => null } } : {})}
        close={() => {
          isOpen = false
          draw()
        }}
        on={{
          exited: () => {
            queueMicrotask(() => root.unmount())
            holder.remove()
            if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
          },
        }}
      />,
    )
  draw()
}
