import { useEffect, useState } from 'react'
import { reportUnknown } from 'shared/http'
import { useEngineLoader } from '../../viewer/engine/engine-context.ts'
import { LoadError, type OpenTask, type ViewedDocument } from '../../viewer/engine/pdf-engine.ts'

export type OpenedRevision =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly document: ViewedDocument }
  | { readonly kind: 'failed' }

const OPENING: OpenedRevision = { kind: 'opening' }

/**
 * Opens the first bytes of a file and closes them on unmount.
 * @param length of the revision in bytes
 */
export const useRevision = (file: File, length: number): readonly [OpenedRevision, () => void] => {
  const loadEngine = useEngineLoader()
  const [revision, setRevision] = useState<OpenedRevision>(OPENING)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let task: OpenTask | undefined
    let gone = false
    setRevision(OPENING)
    const open = async (): Promise<OpenedRevision | undefined> => {
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
