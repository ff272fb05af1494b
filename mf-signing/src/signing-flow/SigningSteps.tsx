import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLatest, useRequestKey } from 'shared/state'
import type { SignField, SigningAgent } from '../agent/signing-agent.ts'
import type { PlacedField } from '../fields/field-lifecycle.ts'
import { pngOf, readyDrawing } from '../signature-dialog/drawing.ts'
import { type SavedOffer, savedIdOf } from '../signature-dialog/saved-offer.ts'
import { type DrawingMemory, useMadeSignature } from '../signature-dialog/use-made-signature.ts'
import { CardStep } from './CardStep.tsx'
import type { FlowWords } from './constants.ts'
import { DrawingStep } from './DrawingStep.tsx'
import { IdentificationStep } from './IdentificationStep.tsx'
import { FailedStep, ProcessingStep } from './LastSteps.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { type ConfirmedSigner, type ContactRule, unknownSigner } from './signer.ts'
import type { AgentQuestion } from './signing-flow.ts'
import { useSigningFlow } from './use-signing-flow.ts'
import { VerificationStep } from './VerificationStep.tsx'

export interface StepsAttempt<F extends PlacedField> {
  readonly fields: readonly F[]
  readonly signatureData: string
  /** Constant while nothing changes, so that a retry never signs twice. */
  readonly idempotencyKey: string
  readonly signer: ConfirmedSigner
  readonly signField: SignField
  readonly onField: () => void
}

export interface SigningStepsProps<F extends PlacedField> {
  readonly agent: SigningAgent
  readonly fields: readonly F[]
  readonly words: FlowWords
  readonly knownName?: string | undefined
  readonly saved?: SavedOffer | undefined
  readonly memory?: DrawingMemory | undefined
  readonly from?: 'review' | 'drawing'
  readonly contact?: ContactRule
  readonly onMailCode?: (email: string) => Promise<unknown>
  /** Before the agent is asked. @throws HttpError, SigningRefused */
  readonly checkCode?: ((signer: ConfirmedSigner) => Promise<void>) | undefined
  readonly docked?: boolean
  readonly fieldStatus?: string | undefined
  readonly onReviewing?: (reviewing: boolean) => void
  readonly onShow: (field: F) => void
  readonly sign: (attempt: StepsAttempt<F>) => Promise<void>
  readonly onReload: () => void
  readonly onExternalSigner?: (() => void) | undefined
  readonly end: (leave: () => void) => ReactNode
  readonly onLeft: () => void
}

const useMaking = (knownName: string | undefined, memory: DrawingMemory | undefined) => {
  const made = useMadeSignature(knownName, memory)
  const [kept, setKept] = useState(false)
  const [signer, setSigner] = useState(unknownSigner)
  const keyOf = useRequestKey()
  return { ...made, kept, setKept, signer, setSigner, keyOf }
}

const useSteps = <F extends PlacedField>(props: SigningStepsProps<F>) => {
  const { agent, fields, words, from = 'review', onReviewing, onShow, onLeft } = props
  const making = useMaking(props.knownName, props.memory)
  const { drawing, pen, signer, keyOf } = making
  // Signed fields leave the list during the flow.
  const waiting = useLatest(fields)
  const flow = useSigningFlow({
    agent,
    pending: () => waiting.current.length,
    sign: async (signField, onField) => {
      await readyDrawing(drawing)
      const signatureData = agent.CodeStep ? '' : pngOf(drawing, pen)
      const ids = waiting.current.map(({ id }) => id)
      const idempotencyKey = keyOf(JSON.stringify([ids, signatureData, signer]))
      await props.sign({ fields: waiting.current, signatureData, idempotencyKey, signer, signField, onField })
      if (making.kept && savedIdOf(drawing) === undefined) props.saved?.keep(drawing, pen)
    },
    checkCode: props.checkCode,
    signedText: words.signed,
    onLeft,
  })
  const begin = useRef(() => {
    const [first] = fields
    if (first) onShow(first)
    flow.dispatch({ type: 'started', from })
  })
  useEffect(() => begin.current(), [])
  const reviewing = flow.state.step === 'review'
  useEffect(() => onReviewing?.(reviewing), [onReviewing, reviewing])
  return { flow, making }
}

export function SigningSteps<F extends PlacedField>(props: SigningStepsProps<F>) {
  const { agent, fields, words, onShow } = props
  const { flow, making } = useSteps(props)
  const { state, dispatch } = flow
  switch (state.step) {
    case 'idle':
      return null
    case 'review':
      return (
        <ReviewStep
          secondsLeft={state.secondsLeft}
          fields={fields}
          help={words.reviewHelp}
          fieldStatus={props.fieldStatus}
          docked={props.docked ?? false}
          onShow={onShow}
          onMoreTime={() => dispatch({ type: 'more-time-wanted' })}
          onContinue={() => dispatch({ type: 'reviewed' })}
          onCancel={flow.leave}
        />
      )
    case 'signed':
      return props.end(flow.leave)
    default:
      return (
        <ModalStep
          flow={flow}
          state={state}
          making={making}
          {...{ agent, words }}
          knownName={props.knownName}
          saved={props.saved}
          contact={props.contact}
          onMailCode={props.onMailCode}
          onExternalSigner={props.onExternalSigner}
          onReload={() => {
            props.onReload()
            flow.dispatch({ type: 'reloaded' })
          }}
        />
      )
  }
}

type Flow = ReturnType<typeof useSigningFlow>

interface ModalStepProps
  extends Pick<
    SigningStepsProps<PlacedField>,
    'agent' | 'words' | 'onReload' | 'onExternalSigner' | 'knownName' | 'saved'
  > {
  readonly flow: Flow
  readonly state: Exclude<Flow['state'], { step: 'idle' | 'review' | 'signed' }>
  readonly making: ReturnType<typeof useMaking>
  readonly contact: ContactRule | undefined
  readonly onMailCode: SigningStepsProps<PlacedField>['onMailCode']
}

function ModalStep({ contact = 'none', ...props }: ModalStepProps) {
  const { flow, state, making, agent, words, onReload } = props
  const { dispatch, leave } = flow
  switch (state.step) {
    case 'drawing':
      return (
        <DrawingStep
          drawing={making.drawing}
          onDrawing={making.setDrawing}
          pen={making.pen}
          onPen={making.setPen}
          help={words.drawingHelp}
          offer={props.saved}
          kept={making.kept}
          onKept={making.setKept}
          onExternalSigner={props.onExternalSigner}
          onContinue={() => dispatch({ type: 'drawn' })}
          onCancel={leave}
        />
      )
    case 'auth':
      return <AuthStep {...props} contact={contact} asking={state.asking} />
    case 'verification':
      return (
        <VerificationStep code={state.code} secondsLeft={state.secondsLeft} notice={agent.notice} onCancel={leave} />
      )
    case 'gaudi':
      return <GaudiStep agent={agent} state={state} onCancel={leave} />
    case 'card':
      return <CardStep done={state.done} total={state.total} again={state.again} onCancel={leave} />
    case 'processing':
      return <ProcessingStep done={state.done} total={state.total} label={words.processing} />
    case 'failed':
      return (
        <FailedStep
          message={state.message}
          onRetry={flow.retry}
          onReload={state.differs ? onReload : undefined}
          onCancel={leave}
        />
      )
  }
}

interface GaudiStepProps {
  readonly agent: SigningAgent
  readonly state: Extract<Flow['state'], { step: 'gaudi' }>
  readonly onCancel: () => void
}

function GaudiStep({ agent: { CodeStep, notice }, state, onCancel }: GaudiStepProps) {
  const { code, secondsLeft } = state
  return CodeStep && <CodeStep {...{ code, secondsLeft, notice, onCancel }} field={severalText(state)} />
}

const severalText = ({ done, total }: { readonly done: number; readonly total: number }): string | undefined =>
  total > 1 ? `Firma ${done + 1} de ${total}` : undefined

interface AuthStepProps
  extends Pick<ModalStepProps, 'flow' | 'making' | 'agent' | 'words' | 'onMailCode' | 'knownName'> {
  readonly contact: ContactRule
  readonly asking: AgentQuestion
}

function AuthStep({ flow, making, agent, words, contact, onMailCode, knownName, asking }: AuthStepProps) {
  return (
    <IdentificationStep
      signer={making.signer}
      onSigner={making.setSigner}
      contact={contact}
      onMailCode={onMailCode}
      knownName={knownName}
      asking={asking}
      introduction={agent.introduction}
      notice={agent.notice}
      documents={words.documents}
      onIdentify={() => flow.identify(making.signer)}
      onBack={agent.CodeStep ? undefined : () => flow.dispatch({ type: 'redraw-wanted' })}
      onCancel={flow.leave}
    />
  )
}
