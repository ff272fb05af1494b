import { isString, openPdf } from 'pdf'
import { inflate } from 'pdf/inflate'

/**
 * Private key in the closing time stamp's dictionary: hash
 * of the log's head.
 */
export const LOG_HEAD_KEY = 'TRZO_LogHead'

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Log heads in a document's signatures,
 * SHA-256, hexadecimal.
 * @throws PdfError
 */
export const readLogHeads = (pdf: Uint8Array): readonly string[] =>
  openPdf(pdf, { inflate })
    .signatureFields()
    .flatMap(({ value }) => {
      const head = value?.entries.get(LOG_HEAD_KEY)
      return isString(head) ? [hex(head.bytes)] : []
    })
