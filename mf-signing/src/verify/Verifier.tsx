import { describeReport } from 'pdf/verify'
import { useEffect, useRef } from 'react'
import { Alert, Button, PageTitle, Progress, Surface, VisuallyHidden } from 'shared/ui'
import { ComparisonProgress } from './ComparisonProgress.tsx'
import { FileToVerify } from './FileToVerify.tsx'
import { useVerification, type VerificationTools } from './use-verification.ts'
import { OnServer, VerificationResult } from './VerificationResult.tsx'
import styles from './Verifier.module.css'
import type { VerificationState, VerifyPlace } from './verification.ts'

const working: Record<VerifyPlace, string> = {
  here: 'Comprobando las firmas',
  asking: 'Consultando a las autoridades',
  server: 'El servidor está comprobando las firmas',
}

const announcement = (state: VerificationState): string => {
  if (state.kind === 'working') return `${working[state.where]}…`
  if (state.kind === 'comparing') return 'Comparando las páginas…'
  if (state.kind === 'failed') return ''
  return state.kind === 'done' ? Object.values(describeReport(state.report)).join('. ') : ''
}

export function Verifier({ tools }: { readonly tools: VerificationTools }) {
  const { state, choose, ask, send, judge, write, skip, leave } = useVerification(tools)
  const heading = useRef<HTMLHeadingElement>(null)
  const { kind } = state
  useEffect(() => {
    if (kind === 'done') heading.current?.focus()
  }, [kind])
  return (
    <div className={styles.page}>
      <PageTitle lead="Quién firmó un PDF, cuándo, con qué certificado, y si algo cambió después. Sirve para documentos firmados aquí o en cualquier otra parte.">
        Verificar firmas
      </PageTitle>
      <VisuallyHidden>
        <span role="status">{announcement(state)}</span>
      </VisuallyHidden>
      {kind === 'waiting' && <FileToVerify refusal={state.refusal} onFile={choose} />}
      {kind === 'working' && <Working state={state} onCancel={leave} />}
      {kind === 'comparing' && (
        <ComparisonProgress file={state.file} report={state.report} progress={state.progress} onSkip={skip} />
      )}
      {kind === 'failed' && (
        <Failure state={state} onAgain={() => choose(state.file)} onSend={() => send(state.file)} onAnother={leave} />
      )}
      {kind === 'done' && (
        <VerificationResult
          file={state.file}
          where={state.where}
          report={state.report}
          headingRef={heading}
          onCompare={() => choose(state.file)}
          onAsk={() => ask(state.file, state.report)}
          judge={(signal) => judge(state.file, state.report, signal)}
          writeReport={(signal) => write(state.file, state.report, signal)}
          checkProof={(proof) => tools.checkSealProof(state.file, proof)}
          onSend={() => send(state.file)}
          onAnother={leave}
        />
      )}
    </div>
  )
}

interface WorkingProps {
  readonly state: Extract<VerificationState, { kind: 'working' }>
  readonly onCancel: () => void
}

function Working({ state, onCancel }: WorkingProps) {
  const { share, file, where } = state
  return (
    <Surface as="section" padding="lg" className={styles.working} aria-label="Comprobación en curso">
      <Progress label={`${working[where]} de ${file.name}`} value={share === undefined ? undefined : share * 100} />
      <Button onClick={onCancel}>Cancelar</Button>
    </Surface>
  )
}

interface FailureProps {
  readonly state: Extract<VerificationState, { kind: 'failed' }>
  readonly onAgain: () => void
  readonly onSend: () => void
  readonly onAnother: () => void
}

function Failure({ state, onAgain, onSend, onAnother }: FailureProps) {
  return (
    <>
      <Alert
        tone="error"
        live="assertive"
        title="No pudimos terminar la comprobación"
        actions={
          <>
            <Button variant="primary" onClick={onAgain}>
              Intentar de nuevo
            </Button>
            <Button onClick={onAnother}>Elegir otro archivo</Button>
          </>
        }
      >
        {state.message}
      </Alert>
      {state.where !== 'server' && <OnServer onSend={onSend} />}
    </>
  )
}
