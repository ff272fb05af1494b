import { isString, openPdf } from 'pdf'
import { toHex } from 'pdf/cms'
import { inflate } from 'pdf/inflate'
import { LOG_HEAD_KEY } from 'shared/contract/evidence-log'

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
      return isString(head) ? [toHex(head.bytes)] : []
    })
