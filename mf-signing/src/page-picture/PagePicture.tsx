import { useEffect, useEffectEvent } from 'react'
import type { PagePictureProps } from 'shared/contract'
import { useEngineLoader } from '../viewer/engine/engine-context.ts'
import { PICTURES_AT_ONCE } from './constants.ts'
import { makePicture } from './make-picture.ts'
import { createQueue } from './queue.ts'

const queue = createQueue(PICTURES_AT_ONCE)

/** A new revision needs a new picture. */
const subjectOf = (source: PagePictureProps['source']): File | string =>
  source.kind === 'file' ? source.file : `${source.document.id}/${source.document.revision}`

/** Renders nothing; cancels on unmount. */
export default function PagePicture({ source, width, onPicture, onFailure }: PagePictureProps) {
  const loadEngine = useEngineLoader()
  const subject = subjectOf(source)
  const make = useEffectEvent((signal: AbortSignal) => makePicture(source, width, loadEngine, signal))
  const hand = useEffectEvent(onPicture)
  const fail = useEffectEvent(onFailure)

  useEffect(() => {
    const gone = new AbortController()
    queue
      .add(() => make(gone.signal), gone.signal)
      .then(
        ({ blob, pageCount }) => gone.signal.aborted || hand(blob, pageCount),
        () => gone.signal.aborted || fail(),
      )
    return () => gone.abort()
  }, [subject, width])
  return null
}
