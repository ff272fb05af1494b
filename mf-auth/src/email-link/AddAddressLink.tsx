import { href } from 'shared/contract'
import { Link } from 'shared/router'
import { useSession } from 'shared/state'
import { Alert, buttonClass } from 'shared/ui'
import { addressesApi } from '../api/addresses-api.ts'
import { type LinkStep, LinkStepScreen } from './LinkStepScreen.tsx'

const add: LinkStep = {
  title: 'Confirma otra dirección',
  lead: 'Tu cuenta podrá abrir lo que otras personas envíen a esta dirección.',
  button: 'Agregar a mi cuenta',
  busy: 'Agregando…',
  done: (email) => `Listo: ${email} es una dirección de tu cuenta.`,
  run: addressesApi.confirm,
}

/** The server asks for a session of the account that asked for the link. */
export default function AddAddressLink() {
  const session = useSession()
  const user = session.kind === 'authenticated' ? session.user : undefined
  return (
    <LinkStepScreen step={add} hasButton={user !== undefined}>
      {session.kind === 'anonymous' && <LogInFirst />}
      {user && (
        <p>
          Cuenta: <strong>{user.username}</strong>
        </p>
      )}
    </LinkStepScreen>
  )
}

/** The session of another tab arrives here, too, so the link need not be opened again. */
function LogInFirst() {
  return (
    <Alert
      tone="info"
      title="Inicia sesión primero"
      actions={
        <Link className={buttonClass('primary')} to={href.login()} target="_blank" rel="noreferrer">
          Iniciar sesión en otra pestaña
        </Link>
      }
    >
      Entra con la cuenta que pidió agregar esta dirección y vuelve a esta pestaña.
    </Alert>
  )
}
