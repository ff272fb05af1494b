import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { notify } from 'shared/state'
import type { AnnotationComponent, AnnotationManagers } from '../adapter/annotation-component.ts'
import type { CarriedAnnotations } from '../adapter/carry-over.ts'
import { type AnnotationsOptions, useAnnotations } from '../use-annotations.ts'
import { savingTexts as texts } from './texts.ts'
import { useBase } from './use-base.ts'
import { useReadOnlyReason } from './use-read-only-reason.ts'
import { useAnnotationSaving } from './use-saving.ts'

export interface EditingOptions {
  readonly file: UserFile
  readonly host: RefObject<HTMLElement | null>
  readonly managers: AnnotationManagers
  readonly page: number
  readonly zoom: number
}

interface EditingPlace {
  readonly page: number
  readonly zoom: number
}

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

const useReading = (readOnly: boolean, component: AnnotationComponent | undefined): void => {
  useEffect(() => {
    if (readOnly) component?.setMode('none')
  }, [readOnly, component])
}

const useComponent = (options: AnnotationsOptions) => {
  const session = useAnnotations(options)
  return { session, component: session.kind === 'open' && options.bytes ? session.component : undefined }
}

export const useEditing = ({ file, host, managers, ...start }: EditingOptions) => {
  const [place, setPlace] = useState<EditingPlace>(start)
  const [stored, setStored] = useState(false)
  const { base, replace, reload } = useBase(file.id)
  const revision = base.kind === 'ready' ? base.revision : undefined
  const { session, component } = useComponent({ host, bytes: revision?.bytes, managers, ...place })
  const waiting = useWaiting(component)
  const stay = () => {
    if (component) setPlace({ page: component.state().page, zoom: component.state().zoom })
    setStored(true)
  }
  const openNewest = () => {
    stay()
    return reload()
  }
  const readOnlyReason = useReadOnlyReason({
    file,
    base: revision?.sha256,
    // With unsaved changes, saving resolves the conflict. The state lags
    // behind recent input.
    onNewRevision: () => component?.checkModified() === false && void openNewest(),
  })
  const onSaved = (saved: Parameters<typeof replace>[0]) => {
    stay()
    replace(saved)
  }
  const saving = useAnnotationSaving({ file, base: revision, component, onSaved })
  useReading(readOnlyReason !== undefined, component)
  return {
    base,
    retryBase: openNewest,
    session,
    component,
    readOnlyReason,
    stored,
    ...saving,
    openNewest,
    putOnTop: () => {
      waiting.current = component?.carryOver()
      saving.dismiss()
      return openNewest()
    },
  }
}

export type EditingModel = ReturnType<typeof useEditing>
