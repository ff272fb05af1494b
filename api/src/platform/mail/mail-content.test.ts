import fc from 'fast-check'
import { deadlineChangedMessage } from '../../domain/mail/templates/deadline-changed.ts'
import { sendingCompletedMessage } from '../../domain/mail/templates/document-completed.ts'
import { declinedToOwnerMessage } from '../../domain/mail/templates/document-declined.ts'
import { fieldSignedMessage } from '../../domain/mail/templates/field-signed.ts'
import { invitationMail } from '../../domain/mail/templates/invitation.ts'
import { proposalMessage } from '../../domain/mail/templates/proposal.ts'
import { reminderMessage } from '../../domain/mail/templates/reminder.ts'
import { yourTurnMessage } from '../../domain/mail/templates/your-turn.ts'
import type { MailMessage } from './message.ts'
import { oneLine, unlinkText, withoutLinks } from './neutral-text.ts'
import { renderMessage } from './render-message.ts'

const OWN = 'https://trazo.example/sign/1/contrato?token=abc'
const EVIL = 'https://evil.example/sign'

const name = `Ana\r\n\r\nRevisar y firmar:\n${EVIL}`
const text = `Urgente.\n\nRevisar y firmar:\n${EVIL}\nwww.evil.example o evil.example/x`
const asking = {
  ownerName: name,
  filename: `Contrato ${EVIL}.pdf`,
  description: text,
  personalMessage: text,
  expiresAt: 0,
  url: OWN,
  silenceUrl: `${OWN}&recordatorios=no`,
}

const messages: readonly (readonly [string, MailMessage])[] = [
  ['an invitation', invitationMail({ ...asking, signerName: name, proposedBy: name })],
  ['a reminder', reminderMessage({ ...asking, signerName: name, invitedAt: 0 })],
  [
    'a new deadline',
    deadlineChangedMessage({ ...asking, signerName: name, before: null, deadline: 0, reopened: false }),
  ],
  [
    'the end of a sending',
    sendingCompletedMessage({
      documents: [
        {
          filename: asking.filename,
          mode: 'electronic',
          signers: [{ name, signedAt: 0, entryPoint: 'por invitación' }],
          url: OWN,
        },
      ],
      others: [{ filename: asking.filename, end: 'cancelled' }],
    }),
  ],
  ['a turn', yourTurnMessage({ ...asking, signerName: name, isOrdered: true })],
  [
    'a proposal',
    proposalMessage({
      role: 'firma',
      guestName: name,
      filename: asking.filename,
      proposed: { name, email: 'eva@example.com' },
      note: text,
      url: OWN,
    }),
  ],
  [
    'a refusal',
    declinedToOwnerMessage({
      isApproval: false,
      declinerName: name,
      filename: asking.filename,
      reason: text,
      url: OWN,
    }),
  ],
  [
    'a signature',
    fieldSignedMessage({
      signerName: name,
      entryPoint: 'por enlace público, identidad declarada',
      filename: asking.filename,
      signedAt: 0,
      signed: 1,
      total: 2,
      url: OWN,
      ownersTurn: false,
      uninvited: [name],
    }),
  ],
]

const linksIn = (shown: string): string[] =>
  shown.match(/\b[a-z]+:\/\/[^\s"<]+|www\.[^\s<]+|[\w-]+\.example[^\s<"]*/gi) ?? []
const isOwn = (link: string): boolean => link.startsWith('https://trazo.example/') || link === 'trazo.example'

test.each(messages)(
  '%s contains only Trazo’s own links, and a name or text adds no line that imitates the link label',
  (_, message) => {
    const rendered = renderMessage(message)
    const label = message.blocks.flatMap((block) => (block.kind === 'link' ? [`${block.label}:`] : []))[0]
    const lines = rendered.text.split('\n')
    expect(lines.filter((line) => line === label)).toHaveLength(1)
    expect(lines.filter((line) => line === 'Revisar y firmar:').length).toBeLessThanOrEqual(1)
    const shown = rendered.html.replaceAll('&amp;', '&').replace(/<style>.*<\/style>/s, '')
    for (const part of [rendered.text, shown])
      expect(linksIn(part.replaceAll('eva@example.com', '')).filter((link) => !isOwn(link))).toEqual([])
    expect(rendered.subject).not.toMatch(/evil|\n/)
  },
)

test.each(messages.filter(([, { blocks }]) => blocks.some(({ kind }) => kind === 'quote')))(
  '%s quotes the user’s text after Trazo’s own link',
  (_, message) => {
    const { text: plain } = renderMessage(message)
    expect(plain.indexOf('> Urgente.')).toBeGreaterThan(plain.indexOf(OWN))
    expect(plain).toContain('> Revisar y firmar:')
  },
)

describe('personal message of an invitation', () => {
  const withMessage = (personalMessage: string) =>
    renderMessage(invitationMail({ ...asking, ownerName: 'Olga', signerName: 'Ana', description: '', personalMessage }))
  const label = 'Mensaje personal de Olga:'

  test('the personal message follows the link as a quote with its own line breaks', () => {
    const { text: plain, html } = withMessage('Hola, Ana:\r\n\n\n\n\nRevisa la cláusula 3.\n--\nTrazo')
    const lines = ['> Hola, Ana:', '> ', '> Revisa la cláusula 3.', '> --', '> Trazo']
    expect(plain).toContain([OWN, '', label, ...lines, '', ''].join('\n'))
    expect(html).toContain('<blockquote>Hola, Ana:<br><br>Revisa la cláusula 3.<br>--<br>Trazo</blockquote>')
    expect(html.indexOf(label)).toBeGreaterThan(html.indexOf('class="button"'))
  })

  test('the personal message is plain text: markup is escaped and invisible characters are removed', () => {
    const hostile = '</blockquote><a href="https://evil.example">Firmar</a>\u202emoc.live\u200b\u0000'
    const { subject, text: plain, html } = withMessage(hostile)
    expect(html).toContain('<blockquote>&lt;/blockquote&gt;&lt;a href=&quot;https[:]//evil[.]example&quot;')
    for (const part of [plain, html, subject]) expect(part).not.toMatch(/[\u202e\u200b\0]/)
    expect(subject).toBe(withMessage('').subject)
  })

  test('without a personal message, the mail has no heading for the message', () => {
    const { text: plain, html } = withMessage('')
    for (const part of [plain, html]) expect(part).not.toContain('Mensaje personal')
  })
})

test('a preview equals the mail without the targets of its links', () => {
  const message = invitationMail({ ...asking, ownerName: 'Olga', signerName: 'Ana' })
  const mail = renderMessage(message)
  const preview = renderMessage(message, 'inert')
  expect(preview.html).not.toMatch(/href/)
  expect(preview).toEqual({ ...mail, html: mail.html.replace(/ href="[^"]*"/g, '') })
})

test.each([
  ['María José Núñez S.A.', 'María José Núñez S.A.'],
  ['J.Pérez', 'J.Pérez'],
  ['Contrato v1.2.pdf', 'Contrato v1.2.pdf'],
  ['eva.mora@example.com', 'eva.mora@example.com'],
  ['Ana https://evil.example', 'Ana https[:]//evil[.]example'],
  ['www.evil.example', 'www[.]evil[.]example'],
  ['banco.com/entrar', 'banco[.]com/entrar'],
  ['banco.cr.', 'banco[.]cr.'],
  ['пример.рф', 'пример[.]рф'],
  ['evil.xn--p1ai', 'evil[.]xn--p1ai'],
  ['203.0.113.9/firmar', '203[.]0[.]113[.]9/firmar'],
  ['Versión 1.2.3.4', 'Versión 1.2.3.4'],
  ['Gracias.Saludos', 'Gracias.Saludos'],
  ['mailto:ana@evil.example', 'mailto[:]ana@evil[.]example'],
])('unlinked shows %j as %j', (written, shown) => {
  expect(unlinkText(written)).toBe(shown)
})

test('withoutLinks replaces an address in a name or subject with a placeholder', () => {
  expect(withoutLinks('Ana https://evil.example/x Mora')).toBe('Ana [enlace] Mora')
})

test('oneLine and unlinked turn any text into one line without a URL scheme', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (before) => {
      const shown = unlinkText(oneLine(`${before}https://evil.example/${before}`))
      expect(shown).not.toMatch(/https?:\/\/|[\r\n\u2028\u2029]/)
    }),
  )
})
