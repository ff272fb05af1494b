import { useState } from 'react'
import { requestEmailConfirmationCall } from 'shared/contract/accounts'
import { messageOf, request } from 'shared/http'
import { Alert, Button } from 'shared/ui'

type Sending =
  | { readonly kind: 'asking' | 'sending' }
  | { readonly kind: 'sent'; readonly email: string }
  | { readonly kind: 'failed'; readonly message: string }

export function ConfirmEmailNotice() {
  const [sending, setSending] = useState<Sending>({ kind: 'asking' })
  const send = async () => {
    setSending({ kind: 'sending' })
    try {
      const { email } = await request(requestEmailConfirmationCall, { bearer: 'session' })
      setSending({ kind: 'sent', email })
    } catch (error) {
      setSending({ kind: 'failed', message: messageOf(error) })
    }
  }
  if (sending.kind === 'sent')
    return (
      <Alert tone="success" live="polite" title="Revisa tu correo">
        Enviamos un enlace a {sending.email}. Ábrelo y vuelve a enviar la invitación.
      </Alert>
    )
  return (
    <Alert
      tone={sending.kind === 'failed' ? 'error' : 'info'}
      live="polite"
      title="Confirma tu email"
      actions={
        <Button onClick={send} busy={sending.kind === 'sending'} busyLabel="Enviando…">
          Enviar correo de confirmación
        </Button>
      }
    >
      {sending.kind === 'failed' ? sending.message : 'Lo pedimos una sola vez, antes de tu primera invitación.'}
    </Alert>
  )
}
