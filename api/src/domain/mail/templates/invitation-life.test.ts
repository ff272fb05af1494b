import fc from 'fast-check'
import type { MailMessage } from '../../../platform/mail/message.ts'
import { renderMessage } from '../../../platform/mail/render-message.ts'
import { deadlineChangedMessage } from './deadline-changed.ts'
import { documentCancelledMessage } from './document-cancelled.ts'
import { declinedToGuestMessage, declinedToOthersMessage, declinedToOwnerMessage } from './document-declined.ts'
import { invitationMail } from './invitation.ts'
import { invitationReplacedMessage, proposalMessage, proposalRefusedMessage } from './proposal.ts'
import { reminderMessage } from './reminder.ts'

const url = 'https://trazo.example/sign/1/contrato?token=abc&fieldId=2'
const silenceUrl = `${url}&recordatorios=no`
/** 1 March, 23:30 in Costa Rica. */
const expiresAt = Date.UTC(2026, 2, 2, 5, 30)

const mailsWith = (words: string): Record<string, MailMessage> => {
  const owner = { ownerName: words, filename: words }
  const asking = { ...owner, description: words, personalMessage: words, expiresAt, url, silenceUrl, signerName: words }
  const declined = { isApproval: false, declinerName: words, filename: words, reason: words }
  return {
    invitation: invitationMail({ ...asking, proposedBy: words }),
    reminder: reminderMessage({ ...asking, invitedAt: 0 }),
    deadlineChanged: deadlineChangedMessage({ ...asking, before: null, deadline: expiresAt, reopened: false }),
    reopened: deadlineChangedMessage({ ...asking, before: 0, deadline: null, reopened: true }),
    declinedToOwner: declinedToOwnerMessage({ ...declined, url }),
    declinedToOthers: declinedToOthersMessage({ ...declined, hasSigned: false }),
    declinedToGuest: declinedToGuestMessage({ ...declined, ownerName: words }),
    cancelled: documentCancelledMessage({ ...owner, reason: words, hasSigned: true }),
    proposal: proposalMessage({
      role: 'firma',
      guestName: words,
      filename: words,
      proposed: { name: words, email: words },
      note: words,
      url,
    }),
    proposalRefused: proposalRefusedMessage({
      ...owner,
      role: 'firma',
      guestName: words,
      proposedName: words,
      expiresAt,
      url,
    }),
    replaced: invitationReplacedMessage({ ...owner, role: 'firma', newSignerName: words }),
  }
}

const kinds = Object.keys(mailsWith('')) as readonly string[]

const mailOf = (kind: string, words: string): MailMessage => {
  const message = mailsWith(words)[kind]
  if (message === undefined) throw new Error(`no mail ${kind}`)
  return message
}

test.each(kinds)('%s: the mail shows typed text unchanged and escapes its markup', (kind) => {
  const typed = 'Olga <img src=x onerror=alert(1)> & "Cía" \'1\''
  const { html, text } = renderMessage(mailOf(kind, typed))
  expect(text).toContain(typed)
  expect(html).not.toContain('<img')
  expect(html).toContain('Olga &lt;img src=x onerror=alert(1)&gt; &amp; &quot;Cía&quot; &#39;1&#39;')
})

test.each(kinds)('%s: no typed text adds a header line or a tag to the mail', (kind) => {
  const plain = renderMessage(mailOf(kind, 'x'))
  const tags = (html: string): string[] => html.match(/<\/?[a-z!][^>]*>/gi) ?? []
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (words) => {
      const { subject, html } = renderMessage(mailOf(kind, words))
      expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      // Reasons may contain line breaks.
      const structure = (list: readonly string[]) => list.filter((tag) => tag !== '<br>')
      if (words.trim() !== '') expect(structure(tags(html))).toEqual(structure(tags(plain.html)))
    }),
  )
})

test.each(kinds)('%s: the mail shows the brand, at most one button, and no external resource', (kind) => {
  const { html } = renderMessage(mailOf(kind, 'x'))
  expect(html).toContain('<p class="brand"><span>Trazo</span></p>')
  expect(html.split('class="button"').length - 1).toBeLessThanOrEqual(1)
  expect(html).not.toMatch(/<(?:img|link|script|iframe)\b|src=|url\(|@import|style="/)
})

test('a mail that requests a signature shows owner, document, last day in Costa Rica and opt-out link', () => {
  const asking = {
    ownerName: 'Olga Mora',
    filename: 'Contrato.pdf',
    description: 'Alquiler',
    personalMessage: '',
    expiresAt,
  }
  const input = { ...asking, url, silenceUrl, signerName: 'Ana Rojas' }
  const messages = [
    invitationMail(input),
    reminderMessage({ ...input, invitedAt: Date.UTC(2026, 1, 1) }),
    deadlineChangedMessage({ ...input, before: null, deadline: expiresAt, reopened: false }),
  ]
  for (const message of messages) {
    const { text, html, subject } = renderMessage(message)
    expect(subject).toContain('Olga Mora')
    for (const fact of ['Ana Rojas', 'Contrato.pdf', 'Alquiler', '1 de marzo de 2026', 'hora de Costa Rica'])
      for (const part of [text, html]) expect(part).toContain(fact)
    expect(text).toContain(`Revisar y firmar:\n${url}\n`)
    expect(text).toContain(`No quiero más recordatorios:\n${silenceUrl}\n`)
    expect(html).toContain(`<a class="button" href="${url.replaceAll('&', '&amp;')}">Revisar y firmar</a>`)
    expect(html).toContain(`<a href="${silenceUrl.replaceAll('&', '&amp;')}">No quiero más recordatorios</a>`)
    for (const part of [text, html]) expect(part).toContain('Si no esperabas este mensaje, puedes ignorarlo.')
  }
})

const DAY = 24 * 3_600_000
/** 20 February. */
const date = Date.UTC(2026, 1, 21, 6)

test.each([
  ['set', null, date, 'puso una fecha límite', 'el final del 20 de febrero de 2026'],
  ['extended', date - DAY, date, 'amplió el plazo', 'el final del 20 de febrero de 2026'],
  ['moved up', date + DAY, date, 'adelantó la fecha límite', 'el final del 20 de febrero de 2026'],
  ['removed', date, null, 'quitó la fecha límite', 'el 1 de marzo de 2026'],
  ['later than the invitation', date, date + 60 * DAY, 'amplió el plazo', 'el 1 de marzo de 2026'],
] as const)(
  'a deadline that is %s: the mail shows the change, its author and the signer’s last day',
  (_, before, deadline, deed, until) => {
    const asking = { ownerName: 'Olga', signerName: 'Ana', filename: 'a.pdf', description: '', personalMessage: '' }
    const input = { ...asking, expiresAt, url, silenceUrl, before, deadline }
    const changed = renderMessage(deadlineChangedMessage({ ...input, reopened: false }))
    expect(changed.subject).toBe(`Olga ${deed} para firmar «a.pdf»`)
    expect(changed.text).toContain(`y todavía falta tu firma. Puedes firmar hasta ${until}`)
    const reopened = renderMessage(deadlineChangedMessage({ ...input, reopened: true }))
    expect(reopened.subject).toBe('Puedes firmar otra vez «a.pdf»')
    for (const part of [reopened.text, reopened.html])
      expect(part).toContain(
        `había terminado, y Olga ${deadline === null ? deed : 'lo amplió'}. Puedes firmar otra vez hasta ${until}`,
      )
  },
)

test('the mail quotes a reason with its line breaks', () => {
  const message = declinedToOthersMessage({
    isApproval: false,
    declinerName: 'Ana',
    filename: 'a.pdf',
    reason: 'Uno\r\ndos\n\ntres',
    hasSigned: false,
  })
  const { text, html } = renderMessage(message)
  expect(text).toContain('El motivo que dio:\n> Uno\n> dos\n> \n> tres\n')
  expect(html).toContain('<blockquote>Uno<br>dos<br><br>tres</blockquote>')
})

test('a mail omits an empty reason or note, and without a link refers to the invitation’s link', () => {
  const silent = [
    documentCancelledMessage({ ownerName: 'Olga', filename: 'a.pdf', reason: '', hasSigned: false }),
    proposalMessage({
      role: 'firma',
      guestName: 'Ana',
      filename: 'a.pdf',
      proposed: { name: 'B', email: 'b@x.cr' },
      note: '',
      url,
    }),
    proposalRefusedMessage({
      role: 'firma',
      ownerName: 'Olga',
      filename: 'a.pdf',
      guestName: 'Ana',
      proposedName: 'B',
      expiresAt,
      url: null,
    }),
  ]
  expect(silent.flatMap(({ blocks }) => blocks).filter(({ kind }) => kind === 'quote')).toEqual([])
  expect(renderMessage(silent[2] ?? silent[0] ?? mailOf('replaced', 'x')).text).toContain(
    'Usa el enlace de tu invitación',
  )
})

/** WCAG 2.2. */
const luminance = (colour: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: string, b: string): number => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

test('every text colour has a contrast of at least 4.5 in the light and in the dark scheme', () => {
  const { html } = renderMessage(mailOf('reminder', 'x'))
  const [day = '', night = ''] = html.split('prefers-color-scheme: dark')
  const colourOf = (style: string, selector: string, property: string): string => {
    const rule = new RegExp(`(?:^|\\n)\\s*${selector} \\{[^}]*?(?<![\\w-])${property}: (#[0-9a-f]{6})`).exec(style)
    if (rule?.[1] === undefined) throw new Error(`${selector} has no ${property}`)
    return rule[1]
  }
  for (const style of [day, night]) {
    const [sheet, page] = [colourOf(style, 'main', 'background'), colourOf(style, 'body', 'background')]
    const pairs: readonly (readonly [string, string])[] = [
      [colourOf(style, 'body', 'color'), sheet],
      [colourOf(style, 'a', 'color'), sheet],
      [colourOf(style, '\\.muted, footer', 'color'), sheet],
      [colourOf(style, '\\.muted, footer', 'color'), page],
      [colourOf(style, '\\.button', 'color'), colourOf(style, '\\.button', 'background')],
    ]
    for (const [ink, ground] of pairs) expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5)
  }
})
