import { type MailTransport, UndeliverableError } from '../../platform/mail/transport.ts'
import { deepestReason, type ServiceWatch } from '../../platform/monitoring/watch-service.ts'

/** Errors of a single mail (https://nodemailer.com/errors). */
const ABOUT_ONE_MAIL: readonly string[] = ['EENVELOPE', 'EMESSAGE']

const isAboutOneMail = (error: unknown): boolean =>
  error instanceof UndeliverableError || ABOUT_ONE_MAIL.includes(deepestReason(error))

export const watchMail =
  (transport: MailTransport, watch: ServiceWatch): MailTransport =>
  async (envelope) => {
    try {
      await transport(envelope)
      watch.worked()
    } catch (error) {
      if (isAboutOneMail(error)) watch.worked()
      else watch.failed(error)
      throw error
    }
  }
