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

/** Offers the certificate or the evidence bundle. */
export function Evidence({ file, busy, onDownload }: EvidenceProps) {
  const label = `Evidencia de ${file.original_filename}`
  return (
    <ChoiceMenu title={evidenceTexts.title} icon={<FileCheck />} {...{ label, busy, choices }} onChoose={onDownload} />
  )
}
