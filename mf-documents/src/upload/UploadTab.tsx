import type { UserFile } from 'shared/contract'
import { UploadPanel } from './UploadPanel.tsx'
import { useUpload } from './use-upload.ts'

export interface UploadTabProps {
  /** An upload continues while hidden. */
  readonly shown: boolean
  readonly onStored: (document: UserFile) => void
}

export function UploadTab({ shown, onStored }: UploadTabProps) {
  const upload = useUpload(onStored)
  return shown ? <UploadPanel upload={upload} /> : null
}
