import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { SignField, SigningAgent } from '../agent/signing-agent.ts'
import type { SavedField } from '../fields/field-lifecycle.ts'
import { DEFAULT_PEN } from '../signature-dialog/constants.ts'
import { blankDrawing, pngOf } from '../signature-dialog/drawing.ts'
import { newIdempotencyKey } from '../signature-dialog/idempotency-key.ts'
import type { Pen } from '../signature-dialog/strokes.ts'
import { CardStep } from './CardStep.tsx'
import { DrawingStep } from './DrawingStep.tsx'
import { IdentificationStep } from './IdentificationStep.tsx'
import { FailedStep, ProcessingStep } from './LastSteps.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { useSigningFlow } from './use-signing-flow.ts'
import { VerificationStep } from './VerificationStep.tsx'

/** What is signed with, once the person has confirmed. */
export interface Attempt {
  /** The fields that still wait. */
  readonly fields: readonly SavedField[]
  /** PNG data URL. */
  readonly signatureData: string
  /** The same for every attempt of one flow: what was signed before an answer got lost is not signed again. */
  readonly idempotencyKey: string
  /** How each of them is signed. */
  readonly signField: SignField
  /** One field is signed. */
  readonly onField: () => void
}

export interface SigningStepsProps {
  readonly agent: SigningAgent
  /** This person's fields that wait for their signature. */
  readonly fields: readonly SavedField[]
  /** A field is to be looked at: at the beginning the first, later the one that is asked for. */
  readonly onShow: (field: SavedField) => void
  /** @throws HttpError, AgentError, AbortError of the first field that could not be signed */
  readonly sign: (attempt: Attempt) => Promise<void>
  /** What stands at the end. */
  readonly end: (leave: () => void) => ReactNode
  /** The flow is over; it is to be taken away. */
  readonly onLeft: () => void
}

/** Leads one person through review, drawing, identification and code to a signature. Starts when it is mounted. */
export function SigningSteps({ agent, fields, onShow, sign, end, onLeft }: SigningStepsProps) {
  const [drawing, setDrawing] = useState(blankDrawing)
  const [pen, setPen] = useState<Pen>(DEFAULT_PEN)
  const [idempotencyKey] = useState(newIdempotencyKey)
  // Fields leave the list as they are signed; the flow asks for what is left.
  const waiting = useRef(fields)
  useEffect(() => {
    waiting.current = fields
  })
  const { state, dispatch, identify, leave, retry } = useSigningFlow({
    agent,
    pending: () => waiting.current.length,
    sign: (signField, onField) =>
      sign({ fields: waiting.current, signatureData: pngOf(drawing, pen), idempotencyKey, signField, onField }),
    onLeft,
  })

  const begin = useRef(() => {
    const [first] = fields
    if (first) onShow(first)
    dispatch({ type: 'started' })
  })
  useEffect(() => begin.current(), [])

  switch (state.step) {
    case 'idle':
      return null
    case 'review':
      return (
        <ReviewStep
          secondsLeft={state.secondsLeft}
          fields={fields}
          onShow={onShow}
          onMoreTime={() => dispatch({ type: 'more-time-wanted' })}
          onContinue={() => dispatch({ type: 'reviewed' })}
          onCancel={leave}
        />
      )
    case 'drawing':
      return (
        <DrawingStep
          drawing={drawing}
          onDrawing={setDrawing}
          pen={pen}
          onPen={setPen}
          onContinue={() => dispatch({ type: 'drawn' })}
          onCancel={leave}
        />
      )
    case 'auth':
      return (
        <IdentificationStep
          asking={state.asking}
          introduction={agent.introduction}
          notice={agent.notice}
          onIdentify={identify}
          onBack={() => dispatch({ type: 'redraw-wanted' })}
          onCancel={leave}
        />
      )
    case 'verification':
      return (
        <VerificationStep code={state.code} secondsLeft={state.secondsLeft} notice={agent.notice} onCancel={leave} />
      )
    case 'card':
      return <CardStep done={state.done} total={state.total} again={state.again} onCancel={leave} />
    case 'processing':
      return <ProcessingStep done={state.done} total={state.total} />
    case 'failed':
      return <FailedStep message={state.message} onRetry={retry} onCancel={leave} />
    case 'signed':
      return end(leave)
  }
}
