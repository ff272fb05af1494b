import { useEffect, useEffectEvent } from 'react'
import { notify } from 'shared/state'
import type { UploadModel } from './use-upload.ts'

const NAMED = 3

const namesOf = (files: readonly File[]): string => {
  const named = files.slice(0, NAMED).map(({ name }) => `«${name}»`)
  return files.length > NAMED ? `${named.join(', ')} y ${files.length - NAMED} más` : named.join(', ')
}

/** The text says what to do with the files that are not uploaded now. */
export const leftText = (files: readonly File[], uploading: boolean): string | undefined => {
  const [first, ...rest] = files
  if (first === undefined) return undefined
  if (uploading) return `Todavía se sube otro documento. Cuando termine, suelta de nuevo ${namesOf(files)}.`
  if (rest.length === 0) return undefined
  return `Se sube un documento a la vez: elegimos «${first.name}». Después sube ${namesOf(rest)}.`
}

/** Takes files that were dropped on the list: one alone is sent at once, of several the first waits in the form. */
export const useBroughtFiles = (upload: UploadModel, files: readonly File[], onTaken: () => void): void => {
  const take = useEffectEvent(() => {
    const [first] = files
    if (first === undefined) return
    const uploading = upload.phase.kind === 'uploading'
    const left = leftText(files, uploading)
    if (left !== undefined) notify({ type: 'info', message: left, duration: 0 })
    if (!uploading) upload.choose(first, { send: files.length === 1 })
    onTaken()
  })
  useEffect(() => {
    if (files.length > 0) take()
  }, [files])
}
