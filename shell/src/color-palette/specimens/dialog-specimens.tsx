import { useEffect, useState } from 'react'
import { ConfirmDialog, Dialog, type DialogProps, TextField } from 'shared/controls'
import { Button } from 'shared/ui'
import { SpecimenCase, SpecimenCases } from './SpecimenCases.tsx'
import type { Specimen } from './specimen.ts'

function DialogExample({ opener, children, ...dialog }: Omit<DialogProps, 'open' | 'onClose'> & { opener: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{opener}</Button>
      <Dialog
        {...dialog}
        open={open}
        onClose={close}
        footer={
          <Button variant="primary" onClick={close}>
            Entendido
          </Button>
        }
      >
        {children}
      </Dialog>
    </>
  )
}

const Dialogs = () => (
  <SpecimenCases>
    <SpecimenCase name="Tamaños">
      <DialogExample opener="Pequeño" size="sm" title="Documento firmado" tone="success">
        Enviamos una copia a ambas partes.
      </DialogExample>
      <DialogExample opener="Mediano" title="Firmante" description="Quien recibe la invitación." closeOnBackdrop>
        <TextField label="Nombre del firmante" />
      </DialogExample>
      <DialogExample opener="Grande" size="lg" title="Vista previa">
        Para lo que necesita espacio.
      </DialogExample>
    </SpecimenCase>
  </SpecimenCases>
)

const SENDING_MS = 2000

function InvitationExample() {
  const [state, setState] = useState<'closed' | 'asking' | 'sending'>('closed')
  useEffect(() => {
    if (state !== 'sending') return
    const timer = setTimeout(() => setState('closed'), SENDING_MS)
    return () => clearTimeout(timer)
  }, [state])
  return (
    <>
      <Button onClick={() => setState('asking')}>Enviar</Button>
      <ConfirmDialog
        open={state !== 'closed'}
        title="Enviar invitación"
        description="Luis Vargas Solís recibirá un correo. (Es una muestra: no se envía nada.)"
        confirmLabel="Enviar invitación"
        busy={state === 'sending'}
        busyLabel="Enviando…"
        onConfirm={() => setState('sending')}
        onCancel={() => setState('closed')}
      />
    </>
  )
}

function DangerExample() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Eliminar
      </Button>
      <ConfirmDialog
        open={open}
        danger
        title="Eliminar documento"
        description="¿Estás seguro de que deseas eliminar este documento?"
        confirmLabel="Eliminar documento"
        onConfirm={close}
        onCancel={close}
      />
    </>
  )
}

const ConfirmDialogs = () => (
  <SpecimenCases>
    <SpecimenCase name="Pregunta (ocupada al confirmar) y advertencia">
      <InvitationExample />
      <DangerExample />
    </SpecimenCase>
  </SpecimenCases>
)

export const dialogSpecimens: readonly Specimen[] = [
  {
    name: 'Dialog',
    use: 'Una pregunta o una tarea que va antes que lo demás. En pantallas angostas sube desde abajo.',
    behaviour: 'Esc y la cruz lo cierran; el foco entra, se queda dentro y vuelve a donde estaba.',
    Example: Dialogs,
  },
  {
    name: 'ConfirmDialog',
    use: 'Pregunta antes de que algo pase. El botón dice qué.',
    behaviour: 'El foco empieza en la salida. Mientras trabaja no se puede dejar.',
    Example: ConfirmDialogs,
  },
]
