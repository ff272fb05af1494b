import { useEffect, useRef, useState } from 'react'
import type { UserFile } from 'shared/contract'
import type { SigningOrder, SigningOrderMode } from 'shared/contract/signing-order'
import { getSigningOrderCall, setSigningOrderCall } from 'shared/contract/signing-order'
import { messageOf, request } from 'shared/http'
import { untilGone } from '../../ui/until-gone.ts'

export interface SigningOrderModel {
  readonly order: SigningOrder | undefined
  readonly problem: string | undefined
  readonly setMode: (mode: SigningOrderMode) => void
  /** Earlier: -1; later: 1. */
  readonly move: (step: number, by: -1 | 1) => void
}

type Steps = SigningOrder['steps']

const withTurns = (steps: Steps): Steps =>
  steps.map((step, index) => ({ ...step, state: index === 0 ? 'now' : 'later' }))

const moved = (steps: Steps, step: number, by: -1 | 1): Steps => {
  const [here, there] = [steps[step], steps[step + by]]
  if (here === undefined || there === undefined) return steps
  return withTurns(steps.with(step, there).with(step + by, here))
}

/** In a sending, that of its people over all documents. */
const shownOrder = ({ together, ...order }: SigningOrder): SigningOrder => ({
  ...order,
  steps: together ?? order.steps,
})

export const useSigningOrder = (file: UserFile, onChanged: () => void): SigningOrderModel => {
  const [order, setOrder] = useState<SigningOrder>()
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    // After a failure the order stays hidden.
    return untilGone(request(getSigningOrderCall, { bearer: 'session', params: { id: file.id } }), (read) =>
      setOrder(shownOrder(read)),
    )
  }, [file])

  const latest = useRef(0)
  /** Optimistic update, replaced by the server's answer. */
  const change = async (before: SigningOrder, wanted: SigningOrder) => {
    latest.current += 1
    const mine = latest.current
    const body = { mode: wanted.mode, steps: wanted.steps.map(({ field_ids }) => field_ids) }
    setOrder(wanted)
    setProblem(undefined)
    try {
      const next = await request(setSigningOrderCall, { bearer: 'session', params: { id: file.id }, body })
      if (mine === latest.current) setOrder(shownOrder(next))
      onChanged()
    } catch (error) {
      if (mine !== latest.current) return
      setOrder(before)
      setProblem(messageOf(error))
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
