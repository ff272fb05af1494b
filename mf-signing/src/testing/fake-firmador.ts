import type { NetworkAnswer, SentCall } from 'shared/testing'
import type { BrowserEnvironment } from '../agent/firmador/browser-environment.ts'
import { FIRMADOR_ADDRESS } from '../agent/firmador/constants.ts'
import type { CardInReader } from '../agent/firmador/program.ts'
import { signatureResult } from './wire.ts'

export const cardOf = (identification: string, over: Partial<CardInReader> = {}): CardInReader => ({
  identification,
  firstName: 'ANA',
  lastName: 'ROJAS MORA',
  commonName: 'ANA ROJAS MORA (FIRMA)',
  tokenSerialNumber: '7A01',
  certificate: btoa(`certificado de ${identification}`),
  ...over,
})

export const anasCard = cardOf('CPF-01-0234-0567')

/** Chrome on a computer, without the permission. */
export const desktop = (over: Partial<BrowserEnvironment> = {}): BrowserEnvironment => ({
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  touchPoints: 0,
  secure: true,
  localNetwork: async () => 'unknown',
  forbidden: () => false,
  ...over,
})

const ok = (body: unknown): NetworkAnswer => ({ status: 200, body })

export const withFirmador = ({ url }: SentCall): NetworkAnswer | undefined => {
  switch (url) {
    case `${FIRMADOR_ADDRESS}/ok`:
      return ok({ app: 'Firmador', port: 3516, authorized: true })
    case `${FIRMADOR_ADDRESS}/certificates`:
      return ok([anasCard])
    case `${FIRMADOR_ADDRESS}/sign`:
      return ok({ signature: { algorithm: 'RSA_SHA256', value: btoa('firma') }, certificate: anasCard.certificate })
    default:
  }
  if (url.endsWith('/prepare/'))
    return ok({ request_id: 5, to_be_signed: btoa('atributos'), expires_at: '2026-01-31T18:10:00.000Z' })
  const id = Number(/digital-signatures\/(\d+)\/complete\//.exec(url)?.[1])
  if (Number.isNaN(id)) return undefined
  return ok(signatureResult({ field_id: id, agent: 'firmador', proven_identification: 'CPF-01-0234-0567' }))
}
