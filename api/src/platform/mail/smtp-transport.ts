import { createTransport } from 'nodemailer'
import { SECOND_MS } from '../clock.ts'
import { createComposer, type MailSender } from './compose-mail.ts'
import { type DeliveryTimer, SMTP_TIMEOUTS, type SmtpTimeouts, startDeliveryTimer } from './delivery-timer.ts'
import { DeferredError, type MailTransport, UndeliverableError } from './transport.ts'

/** Errors about the recipient or the message itself. */
const ABOUT_THE_MAIL: readonly unknown[] = ['EENVELOPE', 'EMESSAGE']

/** The service closes, whatever the mail (RFC 5321, 4.2.3). */
const CLOSING = 421

interface Refusal {
  readonly code: number
  /** X.1 and X.2 are about one mailbox (RFC 3463, 3.2 and 3.3). */
  readonly enhanced: string
}

/** @returns the reply to this mail's recipient or content (RFC 5321, 4.2.1) */
const smtpRefusal = (error: unknown): Refusal | undefined => {
  if (!(error instanceof Error) || !('code' in error) || !('response' in error)) return undefined
  const [, reply, enhanced = ''] = /^(\d{3})(?:[ -](\d\.\d{1,3})\.)?/.exec(String(error.response)) ?? []
  const code = Number(reply)
  return ABOUT_THE_MAIL.includes(error.code) && code >= 400 && code !== CLOSING ? { code, enhanced } : undefined
}

const MAILBOX_BUSY = 450

/** Other mailboxes of the domain may take mail. */
const isAboutMailbox = ({ code, enhanced }: Refusal): boolean =>
  enhanced === '' ? code === MAILBOX_BUSY : ['4.1', '4.2'].includes(enhanced)

/**
 * SMTP_URL's credentials are rejected. Omits the
 * response, because some servers repeat the credentials.
 */
class MailLoginError extends Error {
  override readonly name = 'MailLoginError'
  readonly code = 'EAUTH'

  constructor() {
    super('the mail server refuses the name or password of SMTP_URL')
  }
}

const isRefusedLogin = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAUTH'

const stalled = (): DeferredError => {
  const cause = Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })
  return new DeferredError('timeout: the mail server stopped answering', { cause })
}

const smtpFailure = (error: unknown): unknown => {
  const refusal = smtpRefusal(error)
  if (refusal === undefined) return isRefusedLogin(error) ? new MailLoginError() : error
  if (refusal.code >= 500) return new UndeliverableError(String(error), { cause: error })
  return isAboutMailbox(refusal) ? error : new DeferredError(String(error), { cause: error })
}

/** Servers end unused connections at their own time. */
const IDLE = 5 * SECOND_MS

interface SmtpOptions extends MailSender {
  readonly url: string
  /** At a time. */
  readonly connections: number
  readonly timeouts?: SmtpTimeouts
}

interface SmtpTransport {
  readonly transport: MailTransport
  /** Ends unused connections. */
  close(): void
}

export const openSmtp = ({ url, connections, timeouts = SMTP_TIMEOUTS, ...sender }: SmtpOptions): SmtpTransport => {
  const compose = createComposer(sender)
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    // Only if nothing of the message was sent.
    maxRequeues: 1,
    idleTimeout: IDLE,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    socketTimeout: timeouts.confirmation,
  })
  const timers = new WeakMap<AbortSignal, DeliveryTimer>()
  pool.use('stream', ({ data, message }, done) => {
    const timer = data.signal && timers.get(data.signal)
    if (timer) message.processFunc((input) => timer.watch(input))
    done()
  })
  const transport: MailTransport = async (mail) => {
    const { message, envelope } = await compose(mail)
    const timer = startDeliveryTimer(timeouts)
    timers.set(timer.signal, timer)
    try {
      await pool.sendMail({ envelope, raw: message, signal: timer.signal })
    } catch (error) {
      throw timer.signal.aborted ? stalled() : smtpFailure(error)
    } finally {
      timer.stop()
    }
  }
  return { transport, close: () => pool.close() }
}
