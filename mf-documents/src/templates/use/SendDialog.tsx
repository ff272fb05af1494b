import { useState } from 'react'
import { Dialog } from 'shared/controls'
import { messageOf } from 'shared/http'
import { templatesApi } from 'shared/http/deferred'
import { notify } from 'shared/state'
import { Button } from 'shared/ui'
import { ProblemAlert } from '../../forms/ProblemAlert.tsx'
import styles from '../Templates.module.css'
import type { CreatedDocument } from './PeopleDialog.tsx'

interface SendDialogProps {
  readonly created: CreatedDocument
  readonly onOpen: () => void
  readonly onClose: () => void
}

const sendLabel = (count: number): string => (count === 1 ? 'Enviar invitación' : `Enviar ${count} invitaciones`)

const createdText = ({ filename, documents }: CreatedDocument): string =>
  documents > 1
    ? `${documents} documentos ya tienen sus campos y van en un solo envío: cada persona recibe un correo. ¿Los envías ahora?`
    : `«${filename}» ya tiene sus campos. ¿Lo envías ahora?`

export function SendDialog({ created, onOpen, onClose }: SendDialogProps) {
  const { documentId, people, documents } = created
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const send = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { message } = await templatesApi.send(documentId)
      notify({ type: 'success', message })
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      closable={!busy}
      onClose={onClose}
      title={documents > 1 ? 'Documentos creados' : 'Documento creado'}
      description={createdText(created)}
      footer={
        <>
          <Button
            variant={people.length === 0 ? 'primary' : 'secondary'}
            disabled={busy}
            onClick={() => {
              onClose()
              onOpen()
            }}
          >
            Revisar antes
          </Button>
          {people.length > 0 && (
            <Button variant="primary" busy={busy} busyLabel="Enviando…" onClick={() => void send()}>
              {sendLabel(people.length)}
            </Button>
          )}
        </>
      }
    >
      <ul className={styles.people}>
        {people.map(({ role, name, email }) => (
          <li key={role}>
            {name} ({email})
          </li>
        ))}
      </ul>
      <ProblemAlert text={problem} />
    </Dialog>
  )
}
