import type { CertificateTrust } from 'pdf/cms/node'
import type { SigningWay } from 'shared/contract'
import type { FvaCallback, FvaEnvironment } from '../../platform/environment/fva-environment.ts'
import { readNamedFile, refusalForVariable } from '../../platform/environment/named-file.ts'
import type { ServiceLog } from '../../platform/logging.ts'
import type { CheckCardRevocation } from '../card-signing/card-revocation.ts'
import { createFvaClient, type FvaClient } from './fva-client.ts'

/** How BCCR's notifications are recognised. */
export type CallbackAccess =
  /** The listener has checked the chain; the name remains. */
  | { readonly kind: 'tls'; readonly name: string }
  | {
      readonly kind: 'proxy'
      readonly header: string
      readonly secret: string
      readonly proxies: readonly string[]
    }

/** Null in `ApiServices` without FVA_* variables. */
export interface FvaService {
  readonly client: FvaClient
  readonly trust: CertificateTrust
  readonly checkRevocation: CheckCardRevocation
  readonly access: CallbackAccess
  /** Recorded with each signature, so that a demonstration cannot pass for the real thing. */
  readonly isSimulator: boolean
  readonly log: Pick<ServiceLog, 'warn'>
}

declare module '../../platform/services.ts' {
  interface ApiServices {
    readonly fva: FvaService | null
  }
}

export const signingWayOf = ({ isSimulator }: FvaService): SigningWay => (isSimulator ? 'fva-simulator' : 'fva')

/** Characters; a shorter secret of a proxy stops the start. */
const SECRET_MIN_LENGTH = 32

const accessOf = async (callback: FvaCallback): Promise<CallbackAccess> => {
  if (callback.kind === 'tls') return { kind: 'tls', name: callback.name }
  const { header, secretFile, proxies } = callback
  const secret = (await readNamedFile(secretFile, 'FVA_CALLBACK_SECRET_FILE')).toString('utf8').trim()
  if (secret.length < SECRET_MIN_LENGTH)
    throw refusalForVariable('FVA_CALLBACK_SECRET_FILE')(`debe tener al menos ${SECRET_MIN_LENGTH} caracteres`)
  return { kind: 'proxy', header, secret, proxies }
}

export const openFvaClient = async (environment: FvaEnvironment): Promise<FvaClient> => {
  const { baseUrl, isTest, business, entity } = environment
  const tls = {
    cert: await readNamedFile(environment.cert, 'FVA_CERT'),
    key: await readNamedFile(environment.key, 'FVA_KEY'),
    ca: await readNamedFile(environment.ca, 'FVA_CA'),
  }
  return createFvaClient({ baseUrl, isTest, business, entity, tls })
}

/** Anything but BCCR's production has no legal value. */
const isSimulator = ({ baseUrl, isTest }: FvaEnvironment): boolean =>
  isTest || !new URL(baseUrl).hostname.endsWith('.sinpe.fi.cr')

/** Reads certificates and secrets once, so a missing file stops the start and not a signature. */
export const openFva = async (
  environment: FvaEnvironment,
  means: Pick<FvaService, 'trust' | 'checkRevocation' | 'log'>,
): Promise<FvaService> => ({
  ...means,
  client: await openFvaClient(environment),
  access: await accessOf(environment.callback),
  isSimulator: isSimulator(environment),
})
