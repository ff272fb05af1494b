import type { NewPasskey, PasskeyAnswer } from 'shared/contract/accounts'

type Options = Record<string, unknown>

/** Loaded on first use. */
const library = () => import(/* webpackChunkName: "passkeys" */ '@simplewebauthn/browser')

export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window

/** Cancelled, timed out, or no passkey found. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled'
}

const CANCELLED = 'No se usó ninguna llave de acceso. Intenta de nuevo o usa otra forma de entrar.'

const ceremony = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (cause) {
    throw new PasskeyCancelled(CANCELLED, { cause })
  }
}

/**
 * Asks the user for a passkey.
 *
 * @throws PasskeyCancelled
 */
export const usePasskeyFor = async (options: Options): Promise<PasskeyAnswer> => {
  const { startAuthentication } = await library()
  // The contract does not model WebAuthn's options.
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const { id, rawId, response } = await ceremony(() => startAuthentication({ optionsJSON }))
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature, userHandle } }
}

/**
 * Asks the user to create a passkey.
 *
 * @throws PasskeyCancelled
 */
export const makePasskeyFor = async (options: Options): Promise<NewPasskey> => {
  const { startRegistration } = await library()
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  const { id, rawId, response } = await ceremony(() => startRegistration({ optionsJSON }))
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
}
