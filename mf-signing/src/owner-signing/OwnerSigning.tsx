import { useEffect, useRef, useState } from 'react'
import type { SigningAgent } from '../agent/signing-agent.ts'
import type { SavedField } from '../fields/field-lifecycle.ts'
import { DEFAULT_PEN } from '../signature-dialog/constants.ts'
import { blankDrawing, pngOf } from '../signature-dialog/drawing.ts'
import { newIdempotencyKey } from '../signature-dialog/idempotency-key.ts'
import type { Pen } from '../signature-dialog/strokes.ts'
import { DrawingStep } from './DrawingStep.tsx'
import { IdentificationStep } from './IdentificationStep.tsx'
import { FailedStep, ProcessingStep, SignedStep } from './LastSteps.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { signOwnFields } from './sign-own-fields.ts'
import { useOwnerFlow } from './use-owner-flow.ts'
import { VerificationStep } from './VerificationStep.tsx'

export interface OwnerSigningProps {
  readonly agent: SigningAgent
  /** The owner's fields that wait for their signature. */
  readonly fields: readonly SavedField[]
  readonly documentName: string
  /** The first field comes into view: the review has begun. */
  readonly onReview: (field: SavedField) => void
  readonly onSigned: (fieldId: number, signedAt: string) => void
  /** The flow is over; it is to be taken away. */
  readonly onLeft: () => void
}

/** The owner signs every field of their own: starts when it is mounted, and with the review. */
export function OwnerSigning({ agent, fields, documentName, onReview, onSigned, onLeft }: OwnerSigningProps) {
  const [drawing, setDrawing] = useState(blankDrawing)
  const [pen, setPen] = useState<Pen>(DEFAULT_PEN)
  const [idempotencyKey] = useState(() => newIdempotencyKey())
  // Fields leave the list as they are signed; the flow asks for what is left.
  const waiting = useRef(fields)
  useEffect(() => {
    waiting.current = fields
  })
  const flow = useOwnerFlow({
    agent,
    pending: () => waiting.current.length,
    sign: (onField) =>
      signOwnFields({
        fields: waiting.current,
        documentName,
        signatureData: pngOf(drawing, pen),
        idempotencyKey,
        onSigned: (fieldId, signedAt) => {
          onField()
          onSigned(fieldId, signedAt)
        },
      }),
    onLeft,
  })
  const { state, dispatch, identify, leave, retry } = flow

  const begin = useRef(() => {
    const [first] = fields
    if (first) onReview(first)
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
          onShow={onReview}
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
    case 'processing':
      return <ProcessingStep done={state.done} total={state.total} />
    case 'failed':
      return <FailedStep message={state.message} onRetry={retry} onCancel={leave} />
    case 'signed':
      return <SignedStep documentName={documentName} onClose={leave} />
  }
}
