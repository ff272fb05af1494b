import type { FastifyInstance, FastifyReply } from 'fastify'
import { IdParamSchema, PRODUCT } from 'shared/contract'
import { escapeHtml, policyHash } from 'shared/server'
import * as v from 'valibot'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { furtherAttachments, type StoredMail } from '../../platform/mail/transport.ts'
import { localDate } from './templates/dates.ts'

const SHOWN = 100

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 760px; margin: 0 auto; padding: 24px; background: light-dark(#fbfaf7, #10151f); color: light-dark(#16202e, #e9edf5); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 26px; line-height: 1.15; }
a { color: light-dark(#2b47c9, #9db0ff); overflow-wrap: anywhere; }
li { margin-block: 12px; }
ol { padding: 0; list-style: none; }
pre { padding: 16px; border: 1px solid light-dark(#e4e1d9, #2a3444); border-radius: 10px; background: light-dark(#ffffff, #18202d); white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
small, dt { color: light-dark(#5b6675, #9aa6b8); }
dd { margin: 0 0 8px; }`

const PAGE_POLICY = `default-src 'none'; style-src ${policyHash(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
/**
 * Mails may style themselves but not run
 * scripts; links open outside the sandbox.
 */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'

const states: Record<StoredMail['state'], string> = {
  pending: 'por enviar',
  sent: 'escrito',
  failed: 'falló',
  withdrawn: 'retenido',
}

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`

const sendPage = (reply: FastifyReply, html: string, policy: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html)

const withLinks = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 === 0 ? escapeHtml(part) : `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>`,
    )
    .join('')

const listPage = (mails: readonly StoredMail[]): string => {
  const items = mails.map(
    (mail) =>
      `<li><a href="/dev/outbox/${mail.id}">${escapeHtml(mail.subject)}</a><br>` +
      `<small>Para ${escapeHtml(mail.to_address)} · ${escapeHtml(localDate(mail.created_at))} · ${states[mail.state]}</small></li>`,
  )
  const list = items.length === 0 ? '<p>Todavía no hay mensajes.</p>' : `<ol>${items.join('')}</ol>`
  return page(
    'Correos',
    `<h1>Correos de ${PRODUCT}</h1><p>No hay un servidor de correo configurado (SMTP_URL): los mensajes se guardan aquí.</p>${list}`,
  )
}

const mailPage = (mail: StoredMail): string => {
  const facts: readonly (readonly [string, string])[] = [
    ['Para', `${mail.to_name} <${mail.to_address}>`],
    ['Fecha', localDate(mail.created_at)],
    ['Estado', mail.last_error === null ? states[mail.state] : `${states[mail.state]}: ${mail.last_error}`],
    ...(mail.attachment_name === null ? [] : [['Adjunto', mail.attachment_name] as const]),
    ...furtherAttachments(mail).map(({ filename }) => ['Adjunto', filename] as const),
  ]
  const list = facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('')
  return page(
    mail.subject,
    `<p><a href="/dev/outbox">Todos los correos</a></p><h1>${escapeHtml(mail.subject)}</h1><dl>${list}</dl>` +
      `<pre>${withLinks(mail.text_body)}</pre><p><a href="/dev/outbox/${mail.id}/html">Ver como HTML</a></p>`,
  )
}

const findMail = async (db: ApiDatabase, params: unknown): Promise<StoredMail> => {
  const parsed = v.safeParse(v.object({ id: IdParamSchema }), params)
  if (!parsed.success) throw new ApiError('NOT_FOUND')
  const mail = await db.selectFrom('outbox').selectAll().where('id', '=', parsed.output.id).executeTakeFirst()
  if (mail === undefined) throw new ApiError('NOT_FOUND')
  return mail
}

/**
 * Shows mails of an installation without SMTP.
 * Exposes every invitation: never serve it when mails are really
 * sent.
 */
export const devOutboxRoutes = (app: FastifyInstance, db: ApiDatabase): void => {
  const options = { schema: { hide: true } }
  app.get('/dev/outbox', options, async (_request, reply) => {
    const mails = await db
      .selectFrom('outbox')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(SHOWN)
      .execute()
    return sendPage(reply, listPage(mails), PAGE_POLICY)
  })
  app.get('/dev/outbox/:id', options, async (request, reply) =>
    sendPage(reply, mailPage(await findMail(db, request.params)), PAGE_POLICY),
  )
  app.get('/dev/outbox/:id/html', options, async (request, reply) =>
    sendPage(reply, (await findMail(db, request.params)).html_body, MAIL_POLICY),
  )
}
