import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RemoteEntry } from '../../shared/src/contract/site/registry.ts'
import { parsePublishing } from './arguments.ts'
import { liveText } from './live-text.ts'

const entry = (active: string, canary?: RemoteEntry['canary']): RemoteEntry => ({
  active,
  fallback: null,
  releases: {},
  ...(canary ? { canary } : {}),
})
const text = (
  mf_auth: RemoteEntry | undefined,
  built: string | undefined,
  more: Readonly<Record<string, string>> = {},
) =>
  liveText({
    registry: { version: 1, remotes: { ...(mf_auth ? { mf_auth } : {}), mf_documents: entry('7') } },
    builds: { ...(built ? { mf_auth: built } : {}), mf_documents: '7', ...more },
    prefix: 'DATA_DIR=/d ',
    publishAll: 'npm start -- --publish',
  })

const cases = [
  ['the build', entry('1'), '1', '  mf_auth       1  lo construido aquí'],
  [
    'another build',
    entry('1'),
    '2',
    '  mf_auth       1  lo construido aquí es 2 y no está en vivo. Para ponerlo: DATA_DIR=/d npm run release mf-auth',
  ],
  [
    'a canary',
    entry('1', { release: '2', percent: 5 }),
    '2',
    '  mf_auth       1  lo construido aquí, 2, está en el 5 % de las pestañas. Para todas: DATA_DIR=/d npm run release mf-auth',
  ],
  ['no build', entry('1'), undefined, '  mf_auth       1  aquí no está construido'],
  ['nothing live', undefined, '1', '  mf_auth       sin versiones'],
] as const
for (const [name, live, built, line] of cases)
  test(`the start output shows the live releases: ${name}`, () => {
    const lines = text(live, built)
    assert.equal(lines[0], 'En vivo (arrancar no lo cambia):')
    assert.equal(lines[1], line)
    assert.equal(lines[2], '  mf_documents  7  lo construido aquí')
    assert.equal(lines.length, 4)
  })

test('when several builds are not live, the start output shows one command that publishes all', () => {
  assert.equal(
    text(entry('1'), '2', { mf_documents: '8' }).at(-1),
    '  Para poner en vivo todo lo construido aquí: DATA_DIR=/d npm start -- --publish',
  )
})

test('a start publishes all builds only with the option --publish', () => {
  assert.equal(parsePublishing([]), 'missing')
  assert.equal(parsePublishing(['--', '--publish']), 'all')
  assert.throws(() => parsePublishing(['--publsh']), /^Error: No se entiende --publsh\. Solo hay --publish/)
})
