import { isString, openPdf } from 'pdf'
import { inflate } from 'pdf/inflate'

/** Private key, in the dictionary of the time stamp that closes a document, of the hash that its log had by then. */
export const LOG_HEAD_KEY = 'TRZO_LogHead'

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The heads of logs that a document's signatures name, SHA-256, hexadecimal. Throws `PdfError`. */
export const readLogHeads = (pdf: Uint8Array): readonly string[] =>
  openPdf(pdf, { inflate })
    .signatureFields()
    .flatMap(({ value }) => {
      const head = value?.entries.get(LOG_HEAD_KEY)
      return isString(head) ? [hex(head.bytes)] : []
    })
