import FileCheck from 'lucide-react/icons/file-check'
import type { UserFile } from 'shared/contract'
import type { EvidenceKind } from 'shared/http/evidence'
import { ChoiceMenu } from './ChoiceMenu.tsx'
import { evidenceTexts } from './constants.ts'

export interface EvidenceProps {
  readonly file: Pick<UserFile, 'original_filename'>
  readonly busy: boolean
  readonly onDownload: (kind: EvidenceKind) => void
}

const choices = [
  { choice: 'certificate', text: evidenceTexts.certificate, hint: evidenceTexts.certificateHint },
  { choice: 'bundle', text: evidenceTexts.bundle, hint: evidenceTexts.bundleHint },
] as const

/** How a completed document came to be signed: as one PDF to read, or everything to check. */
export function Evidence({ file, busy, onDownload }: EvidenceProps) {
  const label = `Evidencia de ${file.original_filename}`
  return (
    <ChoiceMenu title={evidenceTexts.title} icon={<FileCheck />} {...{ label, busy, choices }} onChoose={onDownload} />
  )
}
