import { useEffect, useState } from 'react'
import { reportUnknown } from 'shared/http'
import { useEngineLoader } from '../../viewer/engine/engine-context.ts'
import { LoadError, type OpenTask, type PdfDocument } from '../../viewer/engine/pdf-engine.ts'

export type Revision =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly document: PdfDocument }
  | { readonly kind: 'failed' }

const OPENING: Revision = { kind: 'opening' }

/**
 * Opens the first bytes of a file and closes them on unmount.
 * @param length of the revision in bytes
 */
export const useRevision = (file: File, length: number): readonly [Revision, () => void] => {
  const loadEngine = useEngineLoader()
  const [revision, setRevision] = useState<Revision>(OPENING)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let task: OpenTask | undefined
    let gone = false
    setRevision(OPENING)
    const open = async (): Promise<Revision | undefined> => {
      const [engine, bytes] = await Promise.all([loadEngine(), file.slice(0, length).arrayBuffer()])
      if (gone) return undefined
      task = engine.open({ bytes: new Uint8Array(bytes) }, () => undefined)
      return { kind: 'open', document: await task.document }
    }
    open().then(
      (opened) => gone || (opened && setRevision(opened)),
      (error: unknown) => {
        if (!(error instanceof LoadError)) reportUnknown(error)
        if (!gone) setRevision({ kind: 'failed' })
      },
    )
    return () => {
      gone = true
      task?.close().catch(() => undefined)
    }
  }, [file, length, attempt, loadEngine])
  return [revision, () => setAttempt(attempt + 1)]
}
