import { useState } from 'react'
import { enter } from 'shared/state/account'
import { Button } from 'shared/ui'
import { securityApi } from '../api/security-api.ts'
import { requestPasskey, supportsPasskeys } from '../passkeys/passkeys.ts'

export interface PasskeyLoginProps {
  readonly onEntered: () => void
  readonly onFailure: (error: unknown) => void
}

export function PasskeyLogin({ onEntered, onFailure }: PasskeyLoginProps) {
  const [busy, setBusy] = useState(false)
  if (!supportsPasskeys()) return null
  const logIn = async () => {
    setBusy(true)
    try {
      const { token, options } = await securityApi.startPasskeyLogin()
      await enter(await securityApi.passkeyLogin({ token, passkey: await requestPasskey(options) }))
      onEntered()
    } catch (error) {
      setBusy(false)
      onFailure(error)
    }
  }
  return (
    <Button busy={busy} busyLabel="Esperando tu llave…" onClick={logIn}>
      Entrar con una llave de acceso
    </Button>
  )
}
