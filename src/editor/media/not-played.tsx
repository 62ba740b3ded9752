import {
  isPlayedEverywhere,
  type MediaCodec,
  type MediaFacts,
  mediaFactsUrl,
} from '@/blocks/media/media-facts'
import { t } from '@/shared/i18n'
import { useMediaFacts } from './use-media-facts'

interface NotPlayedProps {
  kind: 'video' | 'audio'
  url: string
  name: string
}

/** Does this browser say that it plays this encoding? One without a word for MIME types is one that browsers have never heard of. */
const plays = (kind: 'video' | 'audio', codec: MediaCodec): boolean =>
  isPlayedEverywhere(codec) ||
  (codec.parameter !== null &&
    ['mp4', 'webm', 'ogg', 'quicktime'].some(
      (container) =>
        document.createElement(kind).canPlayType(`${kind}/${container}; codecs="${codec.parameter}"`) !== '',
    ))

/** The encoding that this browser does not play; null when the server does not know of one. */
function unplayedCodec(facts: MediaFacts | null | undefined): MediaCodec | null {
  if (facts?.video && !plays('video', facts.video)) return facts.video
  return facts?.audio && !plays('audio', facts.audio) ? facts.audio : null
}

/** Why it cannot be played, in words (product.md 8.6). */
function whyNot({ kind, url, name }: NotPlayedProps, facts: MediaFacts | null | undefined): string {
  const codec = unplayedCodec(facts)
  if (codec)
    return kind === 'audio'
      ? t('Audio cannot be played: it is encoded as {codec}, which this browser does not know.', {
          codec: codec.name,
        })
      : t('This video cannot be played: it is encoded as {codec}, which this browser does not know.', {
          codec: codec.name,
        })
  if (kind === 'audio') return t('Audio cannot be played')
  return /\.mov(?:$|[?#])/i.test(url) || /\.mov$/i.test(name)
    ? t("QuickTime (.mov) videos aren't supported in browsers. Consider converting to MP4 format.")
    : t("Couldn't load this video. It might be in an unsupported format or inaccessible.")
}

/** In place of a player that cannot play: why, and what can be done instead. */
export function NotPlayed({ onRetry, ...props }: NotPlayedProps & { onRetry(): void }) {
  const facts = useMediaFacts(props.url)
  return (
    <p className="media-missing" role="note">
      {whyNot(props, facts)}
      <span className="media-missing-actions">
        <DownloadLink {...props} />
        <button type="button" className="media-text-button" onClick={onRetry}>
          {t('Try again')}
        </button>
      </span>
    </p>
  )
}

/** Under a film of which this browser plays the sound alone. */
export function SoundAlone(props: NotPlayedProps) {
  const facts = useMediaFacts(props.url)
  if (!facts?.video || plays('video', facts.video)) return null
  return (
    <p className="media-note" role="note">
      {t('Only the sound is played: the pictures are encoded as {codec}, which this browser does not know.', {
        codec: facts.video.name,
      })}{' '}
      <DownloadLink {...props} />
    </p>
  )
}

function DownloadLink({ url, name }: NotPlayedProps) {
  return (
    <a
      className="media-text-button"
      href={url}
      {...(mediaFactsUrl(url) !== null || url.startsWith('blob:')
        ? { download: name }
        : { target: '_blank' })}
      rel="noopener noreferrer"
      // The editor would follow it as a link.
      onClick={(event) => event.stopPropagation()}
    >
      {t('Download')}
    </a>
  )
}
