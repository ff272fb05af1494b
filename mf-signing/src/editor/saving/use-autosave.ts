import { useEffect, useRef } from 'react'
import { useLatest, useOnline } from 'shared/state'
import type { TemporaryField } from '../../fields/field-lifecycle.ts'
import { AUTOSAVE_PAUSE_MS } from '../constants.ts'
import type { SavingState } from '../fields/drafts.ts'

const usePressed = () => {
  const pressed = useRef(false)
  useEffect(() => {
    const listen = ({ type }: Event) => {
      pressed.current = type === 'pointerdown'
    }
    const types = ['pointerdown', 'pointerup', 'pointercancel']
    for (const type of types) window.addEventListener(type, listen, { capture: true })
    return () => {
      for (const type of types) window.removeEventListener(type, listen, { capture: true })
    }
  }, [])
  return pressed
}

/** The answer may be to discard the changes. */
const isAsking = (): boolean => document.querySelector('dialog:modal') !== null

export interface AutosaveOptions {
  readonly state: SavingState
  readonly temporaries: readonly TemporaryField[]
  readonly enabled: boolean
  readonly save: () => void
}

/** Saves after a pause without changes; after a failure, when the network returns. */
export const useAutosave = ({ state, temporaries, enabled, save }: AutosaveOptions): void => {
  const pressed = usePressed()
  const latest = useLatest(save)
  const waits = enabled && state === 'waiting'
  useEffect(() => {
    if (!waits) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(() => (pressed.current || isAsking() ? wait() : latest.current()), AUTOSAVE_PAUSE_MS)
    }
    wait()
    return () => clearTimeout(timer)
    // Each change of the fields restarts the pause.
  }, [waits, temporaries, pressed])

  useOnline(enabled && state === 'failed', save)
}
