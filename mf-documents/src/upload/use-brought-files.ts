import { useEffect, useEffectEvent } from 'react'
import { notify } from 'shared/state'
import type { UploadModel } from './use-upload.ts'

const NAMED = 3

const namesOf = (files: readonly File[]): string => {
  const named = files.slice(0, NAMED).map(({ name }) => `«${name}»`)
  return files.length > NAMED ? `${named.join(', ')} y ${files.length - NAMED} más` : named.join(', ')
}

/** Files that come during an upload with a form are not lost: the text names them. */
export const laterText = (files: readonly File[]): string =>
  `Todavía se sube otro documento. Cuando termine, suelta de nuevo ${namesOf(files)}.`

export interface BroughtFiles {
  readonly files: readonly File[]
  /** Several are being uploaded: further ones join them. */
  readonly several: boolean
  readonly onSeveral: (files: readonly File[]) => void
  readonly onTaken: () => void
}

/** Takes files that were dropped on the list: one alone is sent at once, several one after the other. */
export const useBroughtFiles = (upload: UploadModel, { files, several, onSeveral, onTaken }: BroughtFiles): void => {
  const take = useEffectEvent(() => {
    const [first, ...more] = files
    if (first === undefined) return
    if (upload.phase.kind === 'uploading') notify({ type: 'info', message: laterText(files), duration: 0 })
    else if (several || more.length > 0) onSeveral(files)
    else upload.choose(first, { send: true })
    onTaken()
  })
  useEffect(() => {
    if (files.length > 0) take()
  }, [files])
}
