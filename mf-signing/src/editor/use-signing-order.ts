import { useEffect, useRef, useState } from 'react'
import type { UserFile } from 'shared/contract'
import type { SigningMode, SigningOrder } from 'shared/contract/signing-order'
import { getSigningOrderCall, setSigningOrderCall } from 'shared/contract/signing-order'
import { messageOf, REQUEST_FALLBACK, request } from 'shared/http'

/** Who signs when; `problem`: why the last change was not made. */
export interface SigningOrderModel {
  readonly order: SigningOrder | undefined
  readonly problem: string | undefined
  readonly setMode: (mode: SigningMode) => void
  /** Lets a step sign one place earlier (-1) or later (1). */
  readonly move: (step: number, by: -1 | 1) => void
}

type Steps = SigningOrder['steps']

/** Whoever stands first begins, until the server has said more. */
const withTurns = (steps: Steps): Steps =>
  steps.map((step, index) => ({ ...step, state: index === 0 ? 'now' : 'later' }))

/** The steps after one has changed places with its neighbour. */
export const moved = (steps: Steps, step: number, by: -1 | 1): Steps => {
  const [here, there] = [steps[step], steps[step + by]]
  if (here === undefined || there === undefined) return steps
  return withTurns(steps.with(step, there).with(step + by, here))
}

/** What the server says of the order, asked for whenever the list hands over the document anew. */
export const useSigningOrder = (file: UserFile, onChanged: () => void): SigningOrderModel => {
  const [order, setOrder] = useState<SigningOrder>()
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

  const latest = useRef(0)
  /** The page shows at once what is asked for, and what the server makes of it when it has answered. */
  const change = async (before: SigningOrder, wanted: SigningOrder) => {
    latest.current += 1
    const mine = latest.current
    const body = { mode: wanted.mode, steps: wanted.steps.map(({ field_ids }) => field_ids) }
    setOrder(wanted)
    setProblem(undefined)
    try {
      const next = await request(setSigningOrderCall, { bearer: 'session', params: { id: file.id }, body })
      if (mine === latest.current) setOrder(next)
      onChanged()
    } catch (error) {
      if (mine !== latest.current) return
      setOrder(before)
      setProblem(messageOf(error, REQUEST_FALLBACK))
    }
  }
  return {
    order,
    problem,
    setMode: (mode) =>
      order && void change(order, { ...order, mode, steps: mode === 'ordered' ? withTurns(order.steps) : order.steps }),
    move: (step, by) => order && void change(order, { ...order, steps: moved(order.steps, step, by) }),
  }
}
