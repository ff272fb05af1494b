import type { NewPasskey, PasskeyAnswer } from 'shared/contract/accounts'

type BrowserPasskeyOptions = Record<string, unknown>

const loadLibrary = () => import(/* webpackChunkName: "passkeys" */ '@simplewebauthn/browser')

export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window

/** Cancelled, timed out, or no passkey found. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled'
}

const CANCELLED = 'No se usó ninguna llave de acceso. Intenta de nuevo o usa otra forma de entrar.'

const runCeremony = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (cause) {
    // The library wraps the browser's DOMException.
    const refused = cause instanceof Error && cause.cause ? cause.cause : cause
    throw refused instanceof DOMException ? new PasskeyCancelled(CANCELLED, { cause }) : cause
  }
}

/** @throws PasskeyCancelled */
export const requestPasskey = async (options: BrowserPasskeyOptions): Promise<PasskeyAnswer> => {
  const { startAuthentication } = await loadLibrary()
  // The contract does not model WebAuthn's options.
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const { id, rawId, response } = await runCeremony(() => startAuthentication({ optionsJSON }))
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature, userHandle } }
}

/** @throws PasskeyCancelled */
export const createPasskey = async (options: BrowserPasskeyOptions): Promise<NewPasskey> => {
  const { startRegistration } = await loadLibrary()
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  const { id, rawId, response } = await runCeremony(() => startRegistration({ optionsJSON }))
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
}
