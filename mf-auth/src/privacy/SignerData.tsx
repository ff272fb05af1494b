import { useEffect, useRef, useState } from 'react'
import type { ReplyOf } from 'shared/contract'
import type { signerDataCall } from 'shared/contract/accounts'
import { ConfirmDialog } from 'shared/controls'
import { Alert, Button, StrokeLoader, Surface } from 'shared/ui'
import { personalDataApi } from '../api/personal-data-api.ts'
import { formFailureMessage } from '../forms/failure-message.ts'
import { failureTexts } from '../forms/failure-texts.ts'
import { notifyFailure } from '../forms/notify-failure.ts'
import { ArchiveProgress } from '../personal-data/ArchiveProgress.tsx'
import { useArchive } from '../personal-data/use-archive.ts'
import styles from './PrivacyPage.module.css'

type SignerAnswer = ReplyOf<typeof signerDataCall>

type State =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'known'; readonly signer: SignerAnswer }
  | { readonly kind: 'answered'; readonly message: string }

const useSigner = (token: string): readonly [State, (state: State) => void] => {
  const [state, setState] = useState<State>({ kind: 'loading' })
  useEffect(() => {
    let left = false
    const show = (next: State) => {
      if (!left) setState(next)
    }
    setState({ kind: 'loading' })
    personalDataApi.signer(token).then(
      (signer) => show({ kind: 'known', signer }),
      (error: unknown) => show({ kind: 'failed', message: formFailureMessage(error, failureTexts.signerLink) }),
    )
    return () => {
      left = true
    }
  }, [token])
  return [state, setState]
}

interface RemovalProps {
  readonly token: string
  readonly signer: SignerAnswer
  readonly onAnswered: (message: string) => void
}

function Removal({ token, signer, onAnswered }: RemovalProps) {
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      onAnswered((await personalDataApi.removeSigner(token)).message)
    } catch (error) {
      setBusy(false)
      notifyFailure(error)
    }
  }
  return (
    <>
      <Button onClick={() => setAsked(true)}>Pedir que borren mis datos</Button>
      <ConfirmDialog
        open={asked}
        title="¿Pedir que borren tus datos?"
        description={
          signer.signed
            ? `Ya firmaste: tu firma y su evidencia se conservan. Avisaremos a ${signer.owner_name}.`
            : `No has firmado: borramos tu nombre y tu email, y tu enlace deja de servir. Avisaremos a ${signer.owner_name}.`
        }
        confirmLabel="Pedir que los borren"
        danger={!signer.signed}
        busy={busy}
        busyLabel="Enviando…"
        onConfirm={() => void remove()}
        onCancel={() => setAsked(false)}
      />
    </>
  )
}

function Answered({ message }: { readonly message: string }) {
  const end = useRef<HTMLDivElement>(null)
  // The closed dialog had the focus.
  useEffect(() => end.current?.focus(), [])
  return (
    <div ref={end} tabIndex={-1}>
      <Alert tone="success" title="Recibimos tu solicitud" live="polite">
        {message}
      </Alert>
    </div>
  )
}

export function SignerData({ token }: { readonly token: string }) {
  const [state, setState] = useSigner(token)
  const archive = useArchive()
  if (state.kind === 'loading') return <StrokeLoader text="Abriendo tu enlace…" />
  if (state.kind === 'failed')
    return (
      <Alert tone="warning" title="Este enlace no da acceso a datos" live="polite">
        {state.message}
      </Alert>
    )
  if (state.kind === 'answered') return <Answered message={state.message} />
  const { original_filename, owner_name, name, email } = state.signer
  return (
    <Surface as="section" padding="lg" className={styles.signer} aria-labelledby="signer-data">
      <h2 id="signer-data">Tus datos en este documento</h2>
      <p>
        {owner_name} te invitó a firmar «{original_filename}» como {name} ({email}).
      </p>
      <ArchiveProgress archive={archive} />
      <div className={styles.choices}>
        {archive.received === undefined && (
          <Button
            variant="primary"
            onClick={() =>
              void archive.start(
                (options) => personalDataApi.signerArchive(token, options),
                'Mis datos como firmante.zip',
              )
            }
          >
            Descargar mi copia
          </Button>
        )}
        <Removal
          token={token}
          signer={state.signer}
          onAnswered={(message) => setState({ kind: 'answered', message })}
        />
      </div>
    </Surface>
  )
}
