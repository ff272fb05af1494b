import { randomBytes } from 'node:crypto'
import { SignatureError } from 'pdf/cms'
import type { CertificateTrust } from 'pdf/cms/node'
import {
  CLOCK_TOLERANCE,
  checkTimeStampToken,
  decodeTimeStampResponse,
  encodeTimeStampRequest,
  sha256Imprint,
} from 'pdf/cms/node'
import type { SignatureStamp, TimeStampSource, TimeStamps } from 'pdf/sign'
import { EMBEDDED_TOKEN_BYTES, EXTERNAL_TOKEN_BYTES } from 'pdf/sign'
import { type FetchLimited, TSA_MAX_BYTES, TSA_TIME_LIMIT } from '../../platform/fetch-limited.ts'
import type { PlatformPki } from './platform-pki.ts'

declare module '../../platform/services.ts' {
  interface ApiServices {
    readonly timeStamps: TimeStamps
  }
}

/** Authority of TSA_URL, and whom to trust for its tokens. */
export interface ExternalTsa {
  readonly url: string
  readonly trust: CertificateTrust
}

/** `onFailure` and `onStamp` count for administrators. */
export interface TimeStampOptions {
  readonly pki: PlatformPki
  readonly fetch: FetchLimited
  readonly now: () => Date
  readonly onFailure: (error: unknown) => void
  readonly onStamp?: () => void
}

/** A token for another request has another nonce (RFC 3161, 2.4.1). */
const NONCE_BYTES = 16

const timeStampRefused = (message: string): SignatureError => new SignatureError('TIMESTAMP_REFUSED', message)

const askExternal = async (
  { url, trust }: ExternalTsa,
  imprint: Uint8Array,
  { fetch, now }: Pick<TimeStampOptions, 'fetch' | 'now'>,
): Promise<SignatureStamp> => {
  const nonce = new Uint8Array(randomBytes(NONCE_BYTES))
  const response = await fetch({
    url,
    body: {
      contentType: 'application/timestamp-query',
      bytes: encodeTimeStampRequest({ imprint: sha256Imprint(imprint), nonce }),
    },
    accept: 'application/timestamp-reply',
    maxBytes: TSA_MAX_BYTES,
    timeLimit: TSA_TIME_LIMIT,
  })
  const token = decodeTimeStampResponse(response)
  if (token.length > EXTERNAL_TOKEN_BYTES) throw timeStampRefused('the token is too long')
  const checked = checkTimeStampToken(token, { imprint, nonce, trust })
  const distance = Math.abs(checked.time.getTime() - now().getTime())
  if (distance > CLOCK_TOLERANCE) throw timeStampRefused('the clock of the authority is far from that of the server')
  return { token, source: 'external' }
}

const askPlatform = async (pki: PlatformPki, imprint: Uint8Array, source: TimeStampSource): Promise<SignatureStamp> => {
  const nonce = new Uint8Array(randomBytes(NONCE_BYTES))
  return { token: await pki.createTimeStamp(imprint, nonce), source }
}

/** Stamps in this process. */
export const platformTimeStamps = (pki: PlatformPki): TimeStamps => ({
  stamp: (imprint) => askPlatform(pki, imprint, 'platform'),
  trust: { roots: [pki.root], intermediates: [] },
  tokenBytes: EMBEDDED_TOKEN_BYTES,
  tolerance: 0,
})

/** Never falls back. @throws SignatureError TIMESTAMP_UNAVAILABLE */
export const strictTimeStamps = (
  external: ExternalTsa,
  options: Pick<TimeStampOptions, 'fetch' | 'now'>,
): TimeStamps => ({
  stamp: async (imprint) => {
    try {
      return await askExternal(external, imprint, options)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new SignatureError('TIMESTAMP_UNAVAILABLE', reason, { cause })
    }
  },
  trust: external.trust,
  tokenBytes: EXTERNAL_TOKEN_BYTES,
  tolerance: CLOCK_TOLERANCE,
})

/**
 * Uses the platform's own authority if the external one fails, and says so in `source`: signing must not depend on a
 * foreign server. The local clock alone never passes for a time stamp.
 */
export const externalTimeStamps = (external: ExternalTsa, options: TimeStampOptions): TimeStamps => {
  const { pki, onFailure, onStamp } = options
  return {
    stamp: async (imprint) => {
      try {
        const stamp = await askExternal(external, imprint, options)
        onStamp?.()
        return stamp
      } catch (error) {
        onFailure(error)
        return askPlatform(pki, imprint, 'platform-instead')
      }
    },
    trust: { roots: [pki.root, ...external.trust.roots], intermediates: external.trust.intermediates },
    tokenBytes: EXTERNAL_TOKEN_BYTES,
    tolerance: CLOCK_TOLERANCE,
  }
}
