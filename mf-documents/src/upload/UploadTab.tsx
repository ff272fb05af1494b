import { Suspense, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { StrokeLoader } from 'shared/ui'
import { LazyBatchUpload } from './batch/LazyBatchUpload.tsx'
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
  /** Several documents were stored, each alone. */
  readonly onApart: () => void
}

const none: readonly File[] = []

export function UploadTab({ shown, brought, onBrought, onStored, onApart }: UploadTabProps) {
  const upload = useUpload(onStored)
  const [several, setSeveral] = useState(none)
  const add = (files: readonly File[]) => setSeveral([...several, ...files])
  useBroughtFiles(upload, { files: brought, several: several.length > 0, onSeveral: add, onTaken: onBrought })
  if (several.length === 0) return shown ? <UploadPanel upload={upload} onSeveral={add} /> : null
  return (
    <Suspense fallback={shown ? <StrokeLoader text="Cargando…" /> : null}>
      <LazyBatchUpload files={several} onEnd={() => setSeveral(none)} {...{ shown, onStored, onApart }} />
    </Suspense>
  )
}
