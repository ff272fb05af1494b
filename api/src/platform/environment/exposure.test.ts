import { parseApiEnvironment } from './environment.ts'
import { checkExposure } from './exposure.ts'

const check = (variables: Record<string, string>) => () => checkExposure(parseApiEnvironment(variables))
const https = { PUBLIC_URL: 'https://firmas.example' }
const mail = { SMTP_URL: 'smtps://correo.example:465' }

test.each([
  ['on this machine', {}],
  ['on this machine, with the demonstration account', { DEMO_ACCOUNT: '1' }],
  ['elsewhere, with a mail server', { ...https, ...mail }],
  ['elsewhere, if configured for trials', { ...https, DEV_OUTBOX: '1', DEMO_ACCOUNT: '1' }],
])('checkExposure accepts an installation %s', (_, variables) => {
  expect(check(variables)).not.toThrow()
})

test.each([
  ['a public outbox of mails', https, /define SMTP_URL \(o DEV_OUTBOX=1/],
  ['webhooks that call this machine', { ...https, ...mail, WEBHOOK_LOCAL: '1' }, /define WEBHOOK_LOCAL=0/],
  ['a demonstration account', { ...https, ...mail, DEMO_ACCOUNT: '1' }, /define DEMO_ACCOUNT=0/],
])(
  'checkExposure refuses %s in a public installation and states the variable to set in one line',
  (_, variables, text) => {
    expect(check(variables)).toThrow(text)
    expect(check(variables)).toThrow(/^[^\n]+$/)
  },
)
