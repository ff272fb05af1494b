import { useState } from 'react'
import { programsApi } from '../api/programs-api.ts'
import { securityApi } from '../api/security-api.ts'
import { failureTexts } from '../forms/failure-texts.ts'
import { useIdentity } from '../identity/use-identity.tsx'
import { NotLoaded } from '../sections/NotLoaded.tsx'
import { useLoaded } from '../sections/use-loaded.ts'
import { ShownOnceDialog } from '../security/ShownOnceDialog.tsx'
import { NewTokenDialog } from './NewTokenDialog.tsx'
import { TokensSection } from './TokensSection.tsx'

const read = async () => {
  const [tokens, factors] = await Promise.all([programsApi.tokens(), securityApi.factors()])
  return { tokens, factors }
}

const copyTexts = {
  idle: '',
  copied: 'Copiado',
  selected: 'No se pudo copiar. El token está seleccionado: cópialo con el teclado o el menú.',
}

type Step = { readonly kind: 'form'; readonly proof: string } | { readonly kind: 'shown'; readonly token: string }

export default function ProgramsPanel() {
  const { loaded, reload } = useLoaded(read, failureTexts.programs)
  const { ask, dialog } = useIdentity(loaded.kind === 'ready' ? loaded.value.factors : undefined)
  const [step, setStep] = useState<Step>()
  if (loaded.kind !== 'ready')
    return (
      <NotLoaded
        state={loaded}
        loadingText="Cargando programas…"
        failedTitle={failureTexts.programs.failed}
        onRetry={reload}
      />
    )
  const begin = async () => {
    const proof = await ask()
    if (proof !== undefined) setStep({ kind: 'form', proof })
  }
  const close = () => setStep(undefined)
  const show = (token: string) => {
    setStep({ kind: 'shown', token })
    reload()
  }
  return (
    <>
      <TokensSection tokens={loaded.value.tokens} onCreate={() => void begin()} onChanged={reload} />
      {step?.kind === 'form' && <NewTokenDialog proof={step.proof} onDone={show} onClose={close} />}
      {step?.kind === 'shown' && (
        <ShownOnceDialog
          title="Guarda tu token"
          description="Guárdalo donde tu programa lo lea y nadie más lo vea. No lo volveremos a mostrar."
          label="Token"
          values={[step.token]}
          copyLabel="Copiar token"
          doneLabel="Ya lo guardé"
          copyTexts={copyTexts}
          onClose={close}
        />
      )}
      {dialog}
    </>
  )
}
