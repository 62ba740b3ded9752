import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { t } from '@/shared/i18n'
import { deviceOf } from '../device'
import { authCall } from './auth-call'
import type { Proof } from './step-form'

/** Can this browser use passkeys here? They need https, or the machine itself. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential !== 'undefined'

/** Makes a passkey for the person who is signed in. Throws with words for them. */
export async function addPasskey(proof: Proof): Promise<void> {
  const options = await authCall('passkeys/begin', proof)
  const { startRegistration } = await import('@simplewebauthn/browser')
  const response = await startRegistration({
    optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
  }).catch(inWords)
  await authCall('passkeys/add', { response, name: deviceOf(navigator.userAgent).name })
}

/** Signs in with a passkey that the person chooses. Throws with words for them. */
export async function signInWithPasskey(): Promise<void> {
  const options = await authCall('passkeys/ask', {})
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const response = await startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
  }).catch(inWords)
  await authCall('passkeys/signin', { response })
}

function inWords(cause: unknown): never {
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'InvalidStateError')
    throw new Error(t('This device has a passkey for your account already.'), { cause })
  if (name === 'NotAllowedError' || name === 'AbortError')
    throw new Error(t('No passkey was used: it was canceled, or it took too long.'), { cause })
  throw new Error(t('Passkeys do not work in this browser or at this address.'), { cause })
}
