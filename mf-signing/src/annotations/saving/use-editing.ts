import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { notify } from 'shared/state'
import type { AnnotationComponent, AnnotationManagers } from '../adapter/annotation-component.ts'
import type { CarriedAnnotations } from '../adapter/carry-over.ts'
import { useAnnotations } from '../use-annotations.ts'
import { savingTexts as texts } from './texts.ts'
import { useBase } from './use-base.ts'
import { useLock } from './use-lock.ts'
import { useSaving } from './use-saving.ts'

export interface EditingOptions {
  readonly file: UserFile
  readonly host: RefObject<HTMLElement | null>
  readonly managers: AnnotationManagers
  /** Where the document opens. */
  readonly page: number
  readonly zoom: number
}

interface Place {
  readonly page: number
  readonly zoom: number
}

/** Annotations that wait for the version that they are to be put on. */
const useWaiting = (component: AnnotationComponent | undefined) => {
  const waiting = useRef<CarriedAnnotations>(undefined)
  useEffect(() => {
    const carried = waiting.current
    if (!component || !carried) return
    waiting.current = undefined
    void component.putBack(carried).then(() => {
      component.lookAgain()
      notify({ type: 'info', message: texts.conflict.putOnTop })
      if (carried.incomplete) notify({ type: 'warning', message: texts.conflict.notAll })
    })
  }, [component])
  return waiting
}

/** A document with its annotations: which revision is open, whether it may be annotated, and how it is kept. */
export const useEditing = ({ file, host, managers, ...start }: EditingOptions) => {
  const [place, setPlace] = useState<Place>(start)
  const [stored, setStored] = useState(false)
  const { base, replace, reload } = useBase(file.id)
  const revision = base.kind === 'ready' ? base.revision : undefined
  const session = useAnnotations({ host, bytes: revision?.bytes, managers, ...place })
  const component = session.kind === 'open' && revision ? session.component : undefined
  const waiting = useWaiting(component)
  /** Whatever is opened next opens where this one is. */
  const stay = () => {
    if (component) setPlace({ page: component.state().page, zoom: component.state().zoom })
  }
  const openNewest = () => {
    stay()
    setStored(true)
    return reload()
  }
  const lock = useLock({
    file,
    base: revision?.sha256,
    // Whoever has something to lose is asked when it comes to saving.
    onNewRevision: () => component?.state().modified === false && void openNewest(),
  })
  const saving = useSaving({
    file,
    base: revision,
    component,
    onSaved: (saved) => {
      stay()
      setStored(true)
      replace(saved)
    },
  })
  useEffect(() => {
    if (lock !== undefined) component?.setMode('none')
  }, [lock, component])
  return {
    base,
    retryBase: openNewest,
    session,
    component,
    lock,
    /** Another revision than the one that the fields were shown on is the newest. */
    stored,
    ...saving,
    /** Leaves what is unsaved behind. */
    openNewest,
    /** Takes what is unsaved along to the newest revision. */
    putOnTop: () => {
      waiting.current = component?.carryOver()
      saving.dismiss()
      return openNewest()
    },
  }
}

export type Editing = ReturnType<typeof useEditing>
