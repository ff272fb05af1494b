/** @jest-environment node */
import { CommandError } from './command-error.ts'
import { parseRemoteCommand } from './parse-command.ts'

const at = (text: string, env = { TRAZO_RELEASE_TOKEN: ' secret\n' }) =>
  parseRemoteCommand(text.split(' '), '/reports', env)
const target = { kind: 'data-dir', dataDir: '/srv/data', installation: undefined }

test.each([
  ['build', { kind: 'build' }],
  ['start', { kind: 'start', hosted: false }],
  ['start --hosted', { kind: 'start', hosted: true }],
  ['test --watch src/home', { kind: 'test', args: ['--watch', 'src/home'] }],
  ['check', { kind: 'check', site: undefined }],
  ['check --site https://trazo.example', { kind: 'check', site: 'https://trazo.example' }],
  ['release --into /srv/data', { kind: 'release', target, canary: undefined }],
  [
    'release --into data --installation ../trazo --canary 5',
    { kind: 'release', target: { kind: 'data-dir', dataDir: '/reports/data', installation: '/trazo' }, canary: 5 },
  ],
  [
    'release --site https://trazo.example/ --canary 99',
    { kind: 'release', target: { kind: 'site', site: { url: 'https://trazo.example', token: 'secret' } }, canary: 99 },
  ],
  [
    'release --preview --site https://trazo.example',
    { kind: 'preview', site: { url: 'https://trazo.example', token: 'secret' } },
  ],
])('the parser accepts the command: remote %s', (text, command) => expect(at(text)).toEqual(command))

test.each([
  ['', 'remote build'],
  ['deploy', 'remote build'],
  ['build --now', 'No se entiende --now'],
  ['check here', 'No se entiende here'],
  ['release', 'Dónde publicar'],
  ['release --preview', '--preview va solo con --site'],
  ['release --preview --into data', '--preview va solo con --site'],
  ['release --preview --site https://trazo.example --canary 5', '--preview va solo con --site'],
  ['release --site https://trazo.example --into data', 'Dónde publicar'],
  ['release --site http://trazo.example', 'debe empezar con https://'],
  ['release --into data --canary 0', 'un número de 1 a 99'],
  ['release --into data --canary 100', 'un número de 1 a 99'],
])('the parser refuses the command and shows the usage: remote %s', (text, message) => {
  expect(() => at(text)).toThrow(CommandError)
  expect(() => at(text)).toThrow(message)
})

test('publishing to a site needs a token, and no error message repeats the token', () => {
  expect(() => at('release --site https://trazo.example', { TRAZO_RELEASE_TOKEN: '' })).toThrow('Falta el token')
  expect(() => at('release --site ftp://trazo.example')).not.toThrow('secret')
})
