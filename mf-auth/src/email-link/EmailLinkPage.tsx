import { href } from 'shared/contract'
import { lazyPart } from 'shared/remote'
import { useParams } from 'shared/router'
import { currentSession, endSession, loadProfile } from 'shared/state'
import { securityApi } from '../api/security-api.ts'
import { type LinkStep, LinkStepScreen } from './LinkStepScreen.tsx'

const refreshUser = async (): Promise<void> => {
  if (currentSession().kind === 'authenticated') await loadProfile()
}

const confirm: LinkStep = {
  title: 'Confirma tu email',
  lead: 'Con este paso compruebas que la dirección es tuya.',
  button: 'Confirmar email',
  busy: 'Confirmando…',
  done: (email) => `Listo: ${email} es el email confirmado de tu cuenta.`,
  run: async (token) => {
    const answer = await securityApi.confirmEmail(token)
    await refreshUser()
    return answer
  },
}

const undo: LinkStep = {
  afterwards: { to: href.forgotPassword(), label: 'Elegir otra contraseña' },
  title: 'Deshacer el cambio de email',
  lead: 'Tu cuenta vuelve a este email, se cierran todas las sesiones y la contraseña actual deja de servir.',
  button: 'Deshacer el cambio',
  busy: 'Deshaciendo…',
  done: (email) => `Listo: tu cuenta volvió a ${email}. Ahora elige otra contraseña.`,
  run: async (token) => {
    const answer = await securityApi.undoEmailChange(token)
    endSession()
    return answer
  },
}

/** Asks for a session, which the other steps do not. */
const AddAddressLink = lazyPart(() => import(/* webpackChunkName: "address-link" */ './AddAddressLink.tsx'))

/** Opening the link changes nothing; the button does. */
export default function EmailLinkPage() {
  const { step } = useParams()
  if (step === 'add') return <AddAddressLink />
  return <LinkStepScreen step={step === 'undo' ? undo : confirm} />
}
