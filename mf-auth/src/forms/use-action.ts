import { useState } from 'react'
import { notify } from 'shared/state'
import { notifyFailure } from './notify-failure.ts'

/** `busy` names the action that runs. */
export const useAction = <Name extends string>(onDone: () => void) => {
  const [busy, setBusy] = useState<Name>()
  const run = async (name: Name, work: () => Promise<unknown>, message: string) => {
    setBusy(name)
    try {
      await work()
      notify({ type: 'success', message })
    } catch (error) {
      notifyFailure(error)
    }
    setBusy(undefined)
    onDone()
  }
  return { busy, run }
}
