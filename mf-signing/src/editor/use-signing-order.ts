import { useCallback, useEffect, useState } from 'react'
import type { UserFile } from 'shared/contract'
import type { SigningMode, SigningOrder } from 'shared/contract/signing-order'
import { getSigningOrderCall, setSigningOrderCall } from 'shared/contract/signing-order'
import { messageOf, REQUEST_FALLBACK, request } from 'shared/http'

/** Who signs when; `problem`: why the last change was not made. */
export interface SigningOrderModel {
  readonly order: SigningOrder | undefined
  readonly busy: boolean
  readonly problem: string | undefined
  readonly setMode: (mode: SigningMode) => void
  /** Lets a step sign one place earlier (-1) or later (1). */
  readonly move: (step: number, by: -1 | 1) => void
}

/** The fields of each step after one has changed places with its neighbour. */
export const moved = (steps: SigningOrder['steps'], step: number, by: -1 | 1): number[][] => {
  const ids = steps.map(({ field_ids }) => field_ids)
  const [here, there] = [ids[step], ids[step + by]]
  if (here === undefined || there === undefined) return ids
  return ids.with(step, there).with(step + by, here)
}

/** What the server says of the order, asked for whenever the list hands over the document anew. */
export const useSigningOrder = (file: UserFile, onChanged: () => void): SigningOrderModel => {
  const [order, setOrder] = useState<SigningOrder>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    let gone = false
    request(getSigningOrderCall, { bearer: 'session', params: { id: file.id } }).then(
      (next) => gone || setOrder(next),
      // Without it nothing can be set, and everything else goes on.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [file])

  const change = useCallback(
    async (mode: SigningMode, steps: number[][]) => {
      setBusy(true)
      setProblem(undefined)
      try {
        const body = { mode, steps }
        setOrder(await request(setSigningOrderCall, { bearer: 'session', params: { id: file.id }, body }))
        onChanged()
      } catch (error) {
        setProblem(messageOf(error, REQUEST_FALLBACK))
      }
      setBusy(false)
    },
    [file.id, onChanged],
  )
  const steps = order?.steps ?? []
  return {
    order,
    busy,
    problem,
    setMode: (mode) =>
      void change(
        mode,
        steps.map(({ field_ids }) => field_ids),
      ),
    move: (step, by) => void change(order?.mode ?? 'ordered', moved(steps, step, by)),
  }
}
