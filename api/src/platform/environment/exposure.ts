import { EnvironmentError, isLoopback } from 'shared/server'
import type { ApiEnvironment } from './environment.ts'

type Exposed = Pick<ApiEnvironment, 'publicUrl' | 'devOutbox' | 'smtpUrl' | 'demoAccount' | 'webhookLocal'>

/** The outbox and the demo account give access to anyone. */
export const isForTrying = ({ publicUrl, devOutbox }: Pick<Exposed, 'publicUrl' | 'devOutbox'>): boolean =>
  devOutbox || isLoopback(publicUrl)

/** @throws EnvironmentError if the site is public */
export const checkExposure = (environment: Exposed): void => {
  if (isForTrying(environment)) return
  const { publicUrl, smtpUrl, demoAccount, webhookLocal } = environment
  if (smtpUrl === null)
    throw new EnvironmentError(
      `PUBLIC_URL es ${publicUrl} y sin SMTP_URL cualquiera leería los correos en /dev/outbox: define SMTP_URL (o DEV_OUTBOX=1 si es solo para probar).`,
    )
  if (demoAccount)
    throw new EnvironmentError(
      `PUBLIC_URL es ${publicUrl} y con DEMO_ACCOUNT=1 cualquiera entraría con la cuenta de demostración: define DEMO_ACCOUNT=0 (o DEV_OUTBOX=1 si es solo para probar).`,
    )
  if (webhookLocal)
    throw new EnvironmentError(
      `PUBLIC_URL es ${publicUrl} y con WEBHOOK_LOCAL=1 cualquiera haría llamar a servicios de esta máquina: define WEBHOOK_LOCAL=0 (o DEV_OUTBOX=1 si es solo para probar).`,
    )
}
