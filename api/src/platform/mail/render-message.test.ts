import fc from 'fast-check'
import { invitationMail } from '../../domain/mail/templates/invitation.ts'
import { headerText, isOneMailbox } from './header-text.ts'
import { renderMessage } from './render-message.ts'

const invitation = {
  ownerName: 'Olga <script>alert(1)</script>',
  signerName: 'Ana & Luis',
  filename: 'Contrato "final".pdf',
  description: '',
  personalMessage: '',
  url: 'https://trazo.example/sign/1/contrato?token=abc&fieldId=2',
  silenceUrl: 'https://trazo.example/sign/1/contrato?token=abc&fieldId=2&recordatorios=no',
  expiresAt: Date.UTC(2026, 2, 2, 5, 30),
}

test('an invitation names the owner, the document and the deadline in Costa Rica, as text and as HTML', () => {
  const { subject, text, html } = renderMessage(invitationMail({ ...invitation, ownerName: 'Olga Mora' }))
  expect(subject).toBe('Olga Mora te invita a firmar «Contrato "final".pdf»')
  for (const fact of ['Olga Mora', '1 de marzo de 2026', 'hora de Costa Rica']) {
    expect(text).toContain(fact)
    expect(html).toContain(fact)
  }
  expect(text).toContain(invitation.url)
  expect(html).toContain('href="https://trazo.example/sign/1/contrato?token=abc&amp;fieldId=2"')
  expect(html).toContain('prefers-color-scheme: dark')
})

test('the HTML of a mail escapes what users typed', () => {
  const { html, text } = renderMessage(invitationMail(invitation))
  expect(html).not.toContain('<script>')
  expect(html).toContain('Olga &lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('Ana &amp; Luis')
  expect(text).toContain('Ana & Luis')
})

test('headerText turns any name into one header line', () => {
  expect(headerText('Ana\r\nBcc: todos@example.com')).toBe('Ana Bcc: todos@example.com')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(headerText(name)).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    }),
  )
})

test.each([
  ['ana@example.com', true],
  ['josé@correo.cr', true],
  ['ana@example.com,otra@example.com', false],
  ['Ana <ana@example.com>', false],
  ['ana@example.com\nBcc: x@y.z', false],
  ['"a b"@example.com', false],
  ['ana@example.com (nota)', false],
  ['ana', false],
])('isOneMailbox accepts or refuses %j: %s', (address, expected) => {
  expect(isOneMailbox(address)).toBe(expected)
})
