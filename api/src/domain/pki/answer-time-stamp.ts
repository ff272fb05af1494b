import { objectIdentifiers, SignatureError } from 'pdf/cms'
import {
  decodeTimeStampRequest,
  encodeTimeStampRefusal,
  encodeTimeStampResponse,
  type TimeStampRequest,
} from 'pdf/cms/node'
import type { PlatformPki } from './platform-pki.ts'

const tryDecode = (encoded: Uint8Array): TimeStampRequest | Uint8Array => {
  try {
    return decodeTimeStampRequest(encoded)
  } catch (error) {
    const isWeak = error instanceof SignatureError && error.code === 'TIMESTAMP_REFUSED'
    return isWeak
      ? encodeTimeStampRefusal('badAlg', 'SHA-256, SHA-384 or SHA-512')
      : encodeTimeStampRefusal('badDataFormat', 'not a TimeStampReq')
  }
}

/** RFC 3161, DER to DER; errors are responses, too. */
export const answerTimeStamp = async (
  { stamp }: Pick<PlatformPki, 'stamp'>,
  encoded: Uint8Array,
): Promise<Uint8Array> => {
  const request = tryDecode(encoded)
  if (request instanceof Uint8Array) return request
  const { imprint, nonce, wantsCertificate, policy, hasExtensions } = request
  if (policy !== undefined && policy !== objectIdentifiers.platformTimeStampPolicy)
    return encodeTimeStampRefusal('unacceptedPolicy', objectIdentifiers.platformTimeStampPolicy)
  if (hasExtensions) return encodeTimeStampRefusal('unacceptedExtension', 'no extensions')
  return encodeTimeStampResponse(await stamp({ imprint, nonce, withCertificates: wantsCertificate }))
}
