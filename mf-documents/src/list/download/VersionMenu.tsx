import History from 'lucide-react/icons/history'
import type { UserFile } from 'shared/contract'
import { formatSignatures } from '../../format.ts'
import { ChoiceMenu } from './ChoiceMenu.tsx'
import type { DownloadedRevision } from './download-document.ts'

const originalHint = ({ rewritten, revision }: UserFile): string => {
  if (rewritten === 'normalised') return 'Como llegó, antes de repararlo'
  return revision > 1 && rewritten === 'cleaned' ? 'Sin el contenido activo, antes de firmar' : 'Tal como lo subiste'
}

const newestHint = ({ fields_signed: signed, fields_total: total }: UserFile): string =>
  total > 0 ? `Con ${formatSignatures(signed, total)}` : 'Lo que ven quienes firman'

export interface VersionMenuProps {
  readonly file: UserFile
  readonly busy: boolean
  readonly onDownload: (revision: DownloadedRevision) => void
}

export function VersionMenu({ file, busy, onDownload }: VersionMenuProps) {
  const choices = [
    { choice: 'newest', text: 'Descargar la más reciente', hint: newestHint(file) },
    { choice: 'original', text: 'Descargar original', hint: originalHint(file) },
  ] as const
  const label = `Versiones de ${file.original_filename}`
  return <ChoiceMenu title="Versiones" icon={<History />} {...{ label, busy, choices }} onChoose={onDownload} />
}
