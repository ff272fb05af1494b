import type { UserFile } from 'shared/contract'
import { formatSignatures } from '../../format.ts'
import { hasOriginal, type SavedFile } from './download-document.ts'

export interface DownloadChoice {
  readonly choice: SavedFile
  readonly text: string
  readonly hint: string
}

const originalHint = ({ rewritten, opened, revision }: UserFile): string => {
  if (opened) return 'Como llegó, con su contraseña'
  if (rewritten === 'normalised') return 'Como llegó, antes de repararlo'
  return revision > 1 && rewritten === 'cleaned' ? 'Sin el contenido activo, antes de firmar' : 'Tal como lo subiste'
}

const newestHint = ({ fields_signed: signed, fields_total: total }: UserFile): string =>
  total > 0 ? `Con ${formatSignatures(signed, total)}` : 'Lo que ven quienes firman'

const evidenceChoices: readonly DownloadChoice[] = [
  { choice: 'certificate', text: 'Certificado de finalización', hint: 'PDF con las firmas y el registro' },
  { choice: 'bundle', text: 'Descargar evidencia', hint: 'ZIP con todo, y un verificador sin conexión' },
]

const sendingChoices = ({ sending }: UserFile): readonly DownloadChoice[] =>
  sending === undefined
    ? []
    : [
        {
          choice: 'sending',
          text: 'Descargar el envío (ZIP)',
          hint: `Los ${sending.documents} documentos y sus huellas`,
        },
      ]

export const downloadChoices = (file: UserFile): readonly DownloadChoice[] => {
  const newest = { choice: 'newest', hint: newestHint(file) } as const
  const revisions: readonly DownloadChoice[] = hasOriginal(file)
    ? [
        { ...newest, text: 'Descargar la más reciente' },
        { choice: 'original', text: 'Descargar original', hint: originalHint(file) },
      ]
    : [{ ...newest, text: 'Descargar' }]
  return [...revisions, ...(file.status === 'COMPLETED' ? evidenceChoices : []), ...sendingChoices(file)]
}
