import type { UserFile } from 'shared/contract'
import { UploadPanel } from './UploadPanel.tsx'
import { useBroughtFiles } from './use-brought-files.ts'
import { useUpload } from './use-upload.ts'

export interface UploadTabProps {
  /** An upload continues while hidden. */
  readonly shown: boolean
  /** Dropped on the list. */
  readonly brought: readonly File[]
  readonly onBrought: () => void
  readonly onStored: (document: UserFile) => void
}

export function UploadTab({ shown, brought, onBrought, onStored }: UploadTabProps) {
  const upload = useUpload(onStored)
  useBroughtFiles(upload, brought, onBrought)
  return shown ? <UploadPanel upload={upload} /> : null
}
