import { rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import { modelAccess } from '../ai-settings'
import { copilotOn } from './copilot-on'

const KEY = 'sheaf:copilot'

/** What holds where storage is forbidden. */
let kept: string | null = null

function chosen(): boolean | null {
  let value = kept
  try {
    value = localStorage.getItem(KEY)
  } catch {
    // What was chosen since the page was loaded holds.
  }
  return value === null ? null : value === 'on'
}

/** Can a model be asked here, and may this person ask it? */
type Answerer = 'model' | 'none' | 'signed-out'

let asked: Promise<Answerer> | null = null

async function answerer(): Promise<Answerer> {
  asked ??= rpc.ai.about.query().then(
    ({ isConfigured, mayUse }) => (!mayUse ? 'signed-out' : isConfigured ? 'model' : 'none'),
    () => {
      asked = null
      return 'none'
    },
  )
  const own = modelAccess()
  const server = await asked
  return server === 'none' && (own.apiKey || own.anthropicApiKey) ? 'model' : server
}

/** Sets the switch as this browser's person left it; until they choose, it is on where a model can be asked. */
async function read(): Promise<void> {
  const choice = chosen()
  copilotOn.set(choice ?? ((await answerer()) === 'model' && (chosen() ?? true)))
}

/** Keeps the switch as it is left here or in another tab, until the returned function is called. */
export function followChoice(): () => void {
  void read()
  const changed = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) void read()
  }
  window.addEventListener('storage', changed)
  return () => window.removeEventListener('storage', changed)
}

/** Switches the copilot on or off in this browser, and says what it cannot do here. */
export async function toggleCopilot(): Promise<void> {
  const isOn = !copilotOn.get()
  kept = isOn ? 'on' : 'off'
  try {
    localStorage.setItem(KEY, kept)
  } catch {
    // It holds until the page is loaded again.
  }
  copilotOn.set(isOn)
  if (!isOn) {
    toast(t('AI copilot is off.'), { id: KEY })
    return
  }
  const who = await answerer()
  if (who === 'signed-out') toast(t('Sign in to use AI.'), { id: KEY })
  else if (who === 'none') toast(NO_MODEL(), { id: KEY })
  else toast(t('AI copilot is on: it suggests how to go on when you pause.'), { id: KEY })
}

/** Said where nobody has set up a model. */
export const NO_MODEL = () =>
  t(
    'No AI model is set up here. Enter a key of your own in API Settings, or ask the person who runs this server.',
  )
