import { useState } from 'react'
import { messageOf } from 'shared/http'

const noProblems: ReadonlyMap<number, string> = new Map()

/** Actions of rows, by the row's id: one at a time, and a failure is shown in its row until the next attempt. */
export const useRowActions = () => {
  const [busy, setBusy] = useState<number>()
  const [problems, setProblems] = useState(noProblems)
  /** @returns whether it succeeded */
  const run = async (id: number, work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(id)
    setProblems((old) => new Map([...old].filter(([other]) => other !== id)))
    try {
      await work()
      return true
    } catch (error) {
      setProblems((old) => new Map(old).set(id, messageOf(error)))
      return false
    } finally {
      setBusy(undefined)
    }
  }
  return {
    run,
    isBusy: ({ id }: { readonly id: number }): boolean => busy === id,
    problemOf: ({ id }: { readonly id: number }): string | undefined => problems.get(id),
  }
}
