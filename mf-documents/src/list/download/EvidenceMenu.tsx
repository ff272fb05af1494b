import FileCheck from 'lucide-react/icons/file-check'
import type { UserFile } from 'shared/contract'
import type { EvidenceKind } from 'shared/http/evidence'
import { ChoiceMenu } from './ChoiceMenu.tsx'

export interface EvidenceMenuProps {
  readonly file: Pick<UserFile, 'original_filename'>
  readonly busy: boolean
  readonly onDownload: (kind: EvidenceKind) => void
}

const choices = [
  { choice: 'certificate', text: 'Certificado de finalización', hint: 'PDF con las firmas y el registro' },
  { choice: 'bundle', text: 'Descargar evidencia', hint: 'ZIP con todo, y un verificador sin conexión' },
] as const

export function EvidenceMenu({ file, busy, onDownload }: EvidenceMenuProps) {
  const label = `Evidencia de ${file.original_filename}`
  return <ChoiceMenu title="Evidencia" icon={<FileCheck />} {...{ label, busy, choices }} onChoose={onDownload} />
}
