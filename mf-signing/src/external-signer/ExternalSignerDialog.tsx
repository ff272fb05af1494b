import Download from 'lucide-react/icons/download'
import FileCheck from 'lucide-react/icons/file-check'
import type { ReactNode } from 'react'
import { Dialog, FileDrop } from 'shared/controls'
import { Alert, Button, Progress } from 'shared/ui'
import { SignedConfirmation } from '../signature-dialog/SignedConfirmation.tsx'
import { Consent } from '../signing/Consent.tsx'
import { EXTERNAL_SIGNER_LABEL } from '../signing/constants.ts'
import { externalSignerTexts as texts } from './constants.ts'
import styles from './ExternalSignerDialog.module.css'
import { type ExternalSignerProps, useExternalSigner } from './use-external-signer.ts'

type Model = ReturnType<typeof useExternalSigner>

export default function ExternalSignerDialog(props: ExternalSignerProps) {
  const model = useExternalSigner(props)
  const { work, result } = model
  const sending = work.kind === 'sending'
  if (result) return <SignedConfirmation open result={result} onClose={props.onClose} />
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={EXTERNAL_SIGNER_LABEL}
      description={texts.help}
      closable={!sending}
      footer={
        <Button onClick={props.onClose} disabled={sending}>
          Cancelar
        </Button>
      }
    >
      {props.asked !== undefined && <Alert tone="info">{texts.asked(props.asked)}</Alert>}
      <ol className={styles.steps}>
        <Step title={texts.download}>
          <DownloadStep {...model} help={props.fill ? texts.downloadFilled : texts.downloadHelp} />
        </Step>
        <Step title={texts.sign}>
          <ul className={styles.programs}>
            {texts.programs.map(([program, hint]) => (
              <li key={program}>
                <strong>{program}</strong>: {hint}
              </li>
            ))}
          </ul>
          {props.fill && <p className={styles.quiet}>{texts.ownField}</p>}
          <p className={styles.quiet}>{texts.only}</p>
        </Step>
        <Step title={texts.upload}>
          <UploadStep {...model} />
        </Step>
      </ol>
      <Consent />
    </Dialog>
  )
}

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <li className={styles.step}>
      <h3>{title}</h3>
      {children}
    </li>
  )
}

function DownloadStep({ base, work, refusal, download, help }: Model & { readonly help: string }) {
  const label = base === undefined ? texts.downloadButton : texts.downloadAgain
  return (
    <>
      <p className={styles.quiet} role="status">
        {base === undefined ? help : texts.downloaded}
      </p>
      <Button
        variant={base === undefined || refusal?.outdated ? 'primary' : 'secondary'}
        icon={<Download />}
        busy={work.kind === 'downloading'}
        busyLabel={texts.downloading}
        disabled={work.kind === 'sending'}
        onClick={() => void download()}
      >
        {refusal?.outdated ? texts.downloadNew : label}
      </Button>
    </>
  )
}

function UploadStep({ work, refusal, send }: Model) {
  return (
    <>
      {refusal && (
        <Alert tone={refusal.outdated ? 'warning' : 'error'} live="assertive">
          {refusal.message}
        </Alert>
      )}
      {work.kind === 'sending' ? (
        <Progress
          label={work.sent < work.total ? texts.sending : texts.checking}
          value={work.sent < work.total ? work.sent : undefined}
          max={work.total}
        />
      ) : (
        <FileDrop
          accept="application/pdf,.pdf"
          invitation={texts.drop}
          icon={<FileCheck />}
          disabled={work.kind !== 'none'}
          onFile={(file) => void send(file)}
        />
      )}
    </>
  )
}
