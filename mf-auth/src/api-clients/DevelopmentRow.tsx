import { Button } from 'shared/ui'
import { apiClientsApi } from '../api/api-clients-api.ts'
import { useAction } from '../forms/use-action.ts'
import type { AskIdentity } from '../identity/use-identity.tsx'
import { SectionRow } from '../sections/ProfileSection.tsx'

export interface DevelopmentRowProps {
  readonly on: boolean
  readonly ask: AskIdentity
  readonly onChanged: () => void
}

/** Sites of developers' own computers are listed only while this is on. */
export function DevelopmentRow({ on, ask, onChanged }: DevelopmentRowProps) {
  const { busy, run } = useAction<'on' | 'off'>(onChanged)
  const start = async () => {
    const proof = await ask()
    if (proof === undefined) return
    await run(
      'on',
      () => apiClientsApi.changeDevelopment({ on: true, proof }),
      'Activamos el modo de desarrollo. Ya puedes agregar http://localhost con su puerto.',
    )
  }
  const end = () =>
    run('off', () => apiClientsApi.changeDevelopment({ on: false }), 'Desactivamos el modo de desarrollo.')
  return (
    <SectionRow
      label="Modo de desarrollo"
      action={
        <Button
          busy={busy !== undefined}
          busyLabel={busy === 'off' ? 'Desactivando…' : 'Activando…'}
          onClick={() => void (on ? end() : start())}
        >
          {on ? 'Desactivar desarrollo' : 'Activar desarrollo'}
        </Button>
      }
    >
      {on
        ? 'Activo. Puedes agregar http://localhost, http://127.0.0.1 y http://[::1] con su puerto. Desactívalo al terminar: esos sitios se quitan de la lista.'
        : 'Inactivo. Actívalo para probar la incrustación desde tu computadora, en http://localhost.'}
    </SectionRow>
  )
}
