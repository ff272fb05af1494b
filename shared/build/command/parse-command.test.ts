/** @jest-environment node */
import { CommandError, parseCommand } from './parse-command.ts'

const at = (text: string) => parseCommand(text.split(' '), '/reports')
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
    { kind: 'release', target: { kind: 'data-dir', dataDir: '/reports/data', installation: '/trazo' }, canary: '5' },
  ],
])('remote %s', (text, command) => expect(at(text)).toEqual(command))

test.each([
  ['', 'remote build'],
  ['deploy', 'remote build'],
  ['build --now', 'No se entiende --now'],
  ['check here', 'No se entiende here'],
  ['release', 'Falta --into'],
])('remote %s is refused with the usage', (text, message) => {
  expect(() => at(text)).toThrow(CommandError)
  expect(() => at(text)).toThrow(message)
})
