import { buttonClass, EmptyState } from 'shared/ui'
import { AccountHome } from '../next/AccountHome.tsx'
import type { Refusal } from '../session/open-invitation.ts'
import { endTexts, refusalTitles } from './constants.ts'
import styles from './Ends.module.css'

const texts = {
  ended: 'Este enlace terminó',
  why: 'Lo abriste desde tu cuenta y ya no sirve: cerraste esa sesión, pasaron doce horas, quitaste la dirección o se retiró la invitación. Si el documento te espera todavía, lo verás en «Para firmar».',
  back: 'Volver a tus documentos',
} as const

/** Of a link that an account opened. */
export default function RefusedToAccount({ code, message }: Pick<Refusal, 'code' | 'message'>) {
  const hasEnded = code === 'INVITATION_INVALID'
  const title = hasEnded ? texts.ended : ((code && refusalTitles[code]) ?? endTexts.refused)
  return (
    <EmptyState
      level={1}
      role="alert"
      className={styles.end}
      title={title}
      text={code === 'NOT_FOUND' ? endTexts.notShared : hasEnded ? texts.why : message}
      action={<AccountHome className={buttonClass('primary')}>{texts.back}</AccountHome>}
    />
  )
}
