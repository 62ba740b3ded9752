import type { PageRefusal } from '@/editor/live/save-state'
import { t } from '@/shared/i18n'
import { GoHome, Retry, Screen } from './error-screens'

/**
 * The server answers, but what a page says does not come: it did not open the page (`refusal`), or something lets no WebSocket through, or the
 * connection was lost just now.
 */
export default function NotComeScreen({ refusal }: { refusal: PageRefusal }) {
  return (
    <Screen
      tab={t('Page not loaded')}
      drawing={<path d="M35 12h34l14 14v42H35zM69 12v14h14M46 44h8M66 44h8M57 38l6 12" />}
      title={t('The page has not come')}
      actions={
        <>
          <Retry onRetry={() => window.location.reload()} />
          <GoHome />
        </>
      }
    >
      {wordsFor(refusal)}
    </Screen>
  )
}

function wordsFor(refusal: PageRefusal): string {
  if (refusal === 'no-room')
    return t(
      'Too many large pages are open on the server just now. It is tried again by itself; it helps to close other large pages.',
    )
  if (refusal) return t('The server could not read the page. It is tried again by itself.')
  return t(
    'The server answers, but the connection over which pages are written does not come about. It is tried again by itself. If that does not help, a proxy or a firewall in your network may be in the way of WebSockets.',
  )
}
