import { useState } from 'react'
import { apiClientsApi } from '../api/api-clients-api.ts'
import { securityApi } from '../api/security-api.ts'
import { webhooksApi } from '../api/webhooks-api.ts'
import { failureTexts } from '../forms/failure-texts.ts'
import { notifyFailure } from '../forms/notify-failure.ts'
import { useIdentity } from '../identity/use-identity.tsx'
import { NotLoaded } from '../sections/NotLoaded.tsx'
import { useLoaded } from '../sections/use-loaded.ts'
import { ShownOnceDialog } from '../security/ShownOnceDialog.tsx'
import { copyTexts } from '../security/use-copy.ts'
import { WebhooksSection } from '../webhooks/WebhooksSection.tsx'
import { CredentialsSection } from './CredentialsSection.tsx'
import { clientTexts, tokenTexts } from './credential-texts.ts'
import { EmbeddingSection } from './EmbeddingSection.tsx'
import { NewCredentialDialog } from './NewCredentialDialog.tsx'
import styles from './Programs.module.css'

const readPrograms = async () => {
  const [tokens, clients, origins, development, webhooks, factors] = await Promise.all([
    apiClientsApi.tokens(),
    apiClientsApi.clients(),
    apiClientsApi.origins(),
    apiClientsApi.development(),
    webhooksApi.list(),
    securityApi.factors(),
  ])
  return { tokens, clients, origins, development: development.on, webhooks, factors }
}

type Kind = 'token' | 'client'
type Step =
  | { readonly kind: Kind; readonly proof: string }
  | { readonly kind: Kind; readonly values: readonly string[] }

const credentialTexts: Readonly<Record<Kind, typeof tokenTexts>> = { token: tokenTexts, client: clientTexts }

const credentialsOf = ({ client_secret, details }: Awaited<ReturnType<typeof apiClientsApi.createClient>>) => [
  details.client_id,
  client_secret,
]

const create: Readonly<
  Record<Kind, (body: Parameters<typeof apiClientsApi.createToken>[0]) => Promise<readonly string[]>>
> = {
  token: async (body) => [(await apiClientsApi.createToken(body)).token],
  client: async (body) => credentialsOf(await apiClientsApi.createClient(body)),
}

interface StepDialogProps {
  readonly step: Step
  readonly onShow: (values: readonly string[]) => void
  readonly onClose: () => void
}

function StepDialog({ step, onShow, onClose }: StepDialogProps) {
  const texts = credentialTexts[step.kind]
  if ('proof' in step)
    return (
      <NewCredentialDialog
        texts={texts}
        create={async (values) => onShow(await create[step.kind]({ ...values, proof: step.proof }))}
        onClose={onClose}
      />
    )
  return (
    <ShownOnceDialog
      title={texts.shownTitle}
      description="Guárdalo donde tu programa lo lea y nadie más lo vea. No lo volveremos a mostrar."
      label={texts.shownLabel}
      values={step.values}
      copyLabel={texts.copyLabel}
      doneLabel="Ya lo guardé"
      copyTexts={copyTexts}
      onClose={onClose}
    />
  )
}

interface CredentialsProps {
  readonly value: Awaited<ReturnType<typeof readPrograms>>
  readonly reload: () => void
}

function Credentials({ value, reload }: CredentialsProps) {
  const { ask, dialog } = useIdentity(value.factors)
  const [step, setStep] = useState<Step>()
  const begin = async (kind: Kind) => {
    const proof = await ask()
    if (proof !== undefined) setStep({ kind, proof })
  }
  const show = (kind: Kind, values: readonly string[]) => {
    setStep({ kind, values })
    reload()
  }
  const rotate = async (clientId: number) => {
    const proof = await ask()
    if (proof === undefined) return
    try {
      show('client', credentialsOf(await apiClientsApi.rotateSecret(clientId, proof)))
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <div className={styles.panel}>
      <CredentialsSection
        texts={tokenTexts}
        credentials={value.tokens}
        onCreate={() => void begin('token')}
        revoke={apiClientsApi.revokeToken}
        onChanged={reload}
      />
      <CredentialsSection
        texts={clientTexts}
        credentials={value.clients}
        onCreate={() => void begin('client')}
        onRotate={(id) => void rotate(id)}
        revoke={apiClientsApi.revokeClient}
        onChanged={reload}
      />
      <WebhooksSection webhooks={value.webhooks} ask={ask} onChanged={reload} />
      <EmbeddingSection origins={value.origins} development={value.development} ask={ask} onChanged={reload} />
      {step && (
        <StepDialog step={step} onShow={(values) => show(step.kind, values)} onClose={() => setStep(undefined)} />
      )}
      {dialog}
      <p className={styles.reference}>
        <a href="/home/api/docs/programas">Todas las llamadas de la API</a>
      </p>
    </div>
  )
}

export default function LazyProgramsPanel() {
  const { loaded, reload } = useLoaded(readPrograms, failureTexts.programs)
  if (loaded.kind === 'ready') return <Credentials value={loaded.value} reload={reload} />
  return <NotLoaded state={loaded} loadingText="Cargando programas…" onRetry={reload} />
}
