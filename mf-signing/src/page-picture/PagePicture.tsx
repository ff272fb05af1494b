import { useEffect, useEffectEvent } from 'react'
import type { PagePictureProps } from 'shared/contract'
import { useEngineLoader } from '../viewer/engine/engine-context.ts'
import { makePicture } from './make-picture.ts'

/** Renders nothing; cancels on unmount. The API has the pictures of stored documents. */
export default function PagePicture({ source, width, onPicture, onFailure }: PagePictureProps) {
  const loadEngine = useEngineLoader()
  const file = source.kind === 'file' ? source.file : undefined
  const make = useEffectEvent((chosen: File, signal: AbortSignal) => makePicture(chosen, width, loadEngine, signal))
  const hand = useEffectEvent(onPicture)
  const fail = useEffectEvent(onFailure)

  useEffect(() => {
    if (file === undefined) return fail()
    const gone = new AbortController()
    make(file, gone.signal).then(
      ({ blob, pageCount }) => gone.signal.aborted || hand(blob, pageCount),
      () => gone.signal.aborted || fail(),
    )
    return () => gone.abort()
  }, [file, width])
  return null
}
