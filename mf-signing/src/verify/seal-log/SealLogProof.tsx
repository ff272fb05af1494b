import ScrollText from 'lucide-react/icons/scroll-text'
import { useState } from 'react'
import type { InclusionWords } from 'shared/contract/transparency-log'
import { FileDrop } from 'shared/controls'
import { messageOf } from 'shared/http'
import { Alert, Progress } from 'shared/ui'
import styles from '../VerificationResult.module.css'

export type ProofCheck = (proof: File) => Promise<InclusionWords>

type ProofState =
  | { readonly kind: 'waiting'; readonly error?: string }
  | { readonly kind: 'checking' }
  | { readonly kind: 'checked'; readonly words: InclusionWords }

const tones = { good: 'success', neutral: 'info', bad: 'error' } as const
/** A proof has about 2 kB. */
const PROOF_MAX_BYTES = 200_000
const NO_PROOF = 'Esto no es una prueba. Elige el archivo sellos.tlog-proof del paquete de evidencia.'
const FAILED = 'No pudimos comprobar la prueba. Intenta de nuevo.'

/** Folded: few people have a proof. */
export function SealLogProof({ check }: { readonly check: ProofCheck }) {
  const [state, setState] = useState<ProofState>({ kind: 'waiting' })
  const take = async (proof: File) => {
    if (proof.size > PROOF_MAX_BYTES) return setState({ kind: 'waiting', error: NO_PROOF })
    setState({ kind: 'checking' })
    try {
      setState({ kind: 'checked', words: await check(proof) })
    } catch (error) {
      setState({ kind: 'waiting', error: messageOf(error, FAILED) })
    }
  }
  return (
    <details className={styles.folded}>
      <summary>¿Tienes su prueba del registro público de sellos?</summary>
      {state.kind === 'checking' && <Progress label="Comprobando la prueba" value={undefined} />}
      {state.kind === 'checked' && (
        <Alert tone={tones[state.words.tone]} live="polite" title={state.words.title}>
          {state.words.details.length > 0 && (
            <ul>
              {state.words.details.map((detail) => (
                <li key={detail}>{detail}</li>
              ))}
            </ul>
          )}
        </Alert>
      )}
      {state.kind !== 'checking' && (
        <FileDrop
          accept=".tlog-proof"
          invitation={{
            mouse: 'Arrastra sellos.tlog-proof aquí o haz clic para elegirlo',
            touch: 'Toca para elegir sellos.tlog-proof',
          }}
          icon={<ScrollText />}
          error={state.kind === 'waiting' ? state.error : undefined}
          help={
            <p>Viene en el paquete de evidencia. Muestra que el sello ya estaba en un registro que otros vieron.</p>
          }
          onFile={take}
        />
      )}
    </details>
  )
}
