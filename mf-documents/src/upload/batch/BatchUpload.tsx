import { useEffect, useEffectEvent } from 'react'
import type { UserFile } from 'shared/contract'
import { notify } from 'shared/state'
import { BatchPanel } from './BatchPanel.tsx'
import { storedDocuments } from './batch-state.ts'
import { TogetherDialog } from './TogetherDialog.tsx'
import { batchTexts } from './texts.ts'
import { useBatch } from './use-batch.ts'
import { useJoining } from './use-joining.ts'

/** The reasons stay in the upload's tab. */
const LEFT_MS = 10_000

export interface BatchUploadProps {
  /** Grows; each file is uploaded once. */
  readonly files: readonly File[]
  /** The uploads continue while hidden; the question waits. */
  readonly shown: boolean
  /** Of several documents, the first of one sending. */
  readonly onStored: (document: UserFile) => void
  readonly onApart: () => void
  /** Nothing of it is left. */
  readonly onEnd: () => void
}

/** Several files at once. */
export function BatchUpload({ files, shown, onStored, onApart, onEnd }: BatchUploadProps) {
  const model = useBatch(files)
  const { batch, answered } = model
  const { items, phase } = batch
  const documents = storedDocuments(batch)
  const asks = phase === 'asking'
  const leave = () => {
    const refused = items.flatMap(({ file, state }) => (state.kind === 'refused' ? [file.name] : []))
    answered()
    if (refused.length > 0) notify({ type: 'warning', message: batchTexts.left(refused), duration: LEFT_MS })
    else onEnd()
  }
  const { joining, join } = useJoining(documents, (first) => {
    leave()
    onStored(first)
  })
  const apart = () => {
    leave()
    notify({ type: 'success', message: batchTexts.separate(documents.length) })
    onApart()
  }

  const onDone = useEffectEvent(() => {
    const [only] = documents
    if (only === undefined) return
    leave()
    onStored(only)
  })
  useEffect(() => {
    if (phase === 'done') onDone()
  }, [phase])

  const waits = asks && !shown
  useEffect(() => {
    if (waits) notify({ type: 'info', message: batchTexts.waitingElsewhere, duration: 0 })
  }, [waits])

  if (!shown) return null
  return (
    <>
      <BatchPanel model={model} onClose={onEnd} />
      {asks && <TogetherDialog {...{ items, joining }} onTogether={join} onApart={apart} onRetry={model.retry} />}
    </>
  )
}
