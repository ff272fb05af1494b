import { ApiError } from '../../platform/http/api-error.ts'

const DATA_URL = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/

/**
 * `pdf/src/write/png.ts` checks the PNG itself.
 * @throws ApiError SIGNATURE_IMAGE_INVALID
 */
export const decodeSignatureImage = (dataUrl: string): Uint8Array => {
  const base64 = DATA_URL.exec(dataUrl)?.[1]
  if (base64 === undefined || base64.length % 4 !== 0) throw new ApiError('SIGNATURE_IMAGE_INVALID')
  return Buffer.from(base64, 'base64')
}
