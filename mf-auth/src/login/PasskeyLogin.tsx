import { useState } from 'react'
import { enter } from 'shared/state/account'
import { Button } from 'shared/ui'
import { knowsPasskeys, usePasskeyFor } from '../passkeys/use-passkey.ts'
import { securityApi } from '../security/security-api.ts'
import { notifyFailure } from '../security/use-failure.ts'

/** Renders nothing if the browser lacks passkeys. */
export function PasskeyLogin({ onEntered }: { readonly onEntered: () => void }) {
  const [busy, setBusy] = useState(false)
  if (!knowsPasskeys()) return null
  const use = async () => {
    setBusy(true)
    try {
      const { token, options } = await securityApi.startPasskeyLogin()
      await enter(await securityApi.passkeyLogin({ token, passkey: await usePasskeyFor(options) }))
      onEntered()
    } catch (error) {
      setBusy(false)
      notifyFailure(error)
    }
  }
  return (
    <Button busy={busy} busyLabel="Esperando tu llave…" onClick={use}>
      Entrar con una llave de acceso
    </Button>
  )
}
