import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  compareSurfaces,
  encodeDeclaration,
  hasRisen,
  neededLevel,
  nextVersion,
  recordOf,
  type VersionLevel,
} from './compare-surfaces.ts'
import type { DeclaredExport, SubpathSurface } from './read-surface.ts'

const props = (...members: readonly string[]): DeclaredExport => ({
  kind: 'interface',
  lines: ['export interface ButtonProps {', ...members, '}'],
})
const size = 'readonly size: number;'
const tone = 'readonly tone?: string;'
const offered = (exports: Readonly<Record<string, DeclaredExport>>, hash = 'a'): ReadonlyMap<string, SubpathSurface> =>
  new Map([['shared/ui', { exports: new Map(Object.entries(exports)), hash }]])
const released = recordOf('1.2.0', offered({ ButtonProps: props(size), Tone: props() }))

const cases: readonly (readonly [
  what: string,
  now: ReadonlyMap<string, SubpathSurface>,
  level: VersionLevel,
  text: string,
])[] = [
  ['nothing', offered({ ButtonProps: props(size), Tone: props() }), 'none', ''],
  [
    'an export more',
    offered({ ButtonProps: props(size), Tone: props(), New: props() }),
    'minor',
    'shared/ui New es nuevo',
  ],
  ['an export less', offered({ ButtonProps: props(size) }), 'major', 'shared/ui Tone ya no está'],
  ['an optional property', offered({ ButtonProps: props(size, tone), Tone: props() }), 'minor', 'ButtonProps creció'],
  [
    'a property that must be given',
    offered({ ButtonProps: props(size, 'readonly label: string;'), Tone: props() }),
    'major',
    'ahora exige readonly label: string;',
  ],
  ['a member more of what is read', offered({ ButtonProps: props(size), Tone: props(size) }), 'minor', 'Tone creció'],
  ['a member less', offered({ ButtonProps: props(), Tone: props() }), 'major', 'ButtonProps cambió'],
  ['a member of another type', offered({ ButtonProps: props('size: string'), Tone: props() }), 'major', 'cambió'],
  [
    'a type that became a value',
    offered({ ButtonProps: props(size), Tone: { kind: 'const', lines: [] } }),
    'major',
    'era interface y ahora es const',
  ],
  ['something beneath', offered({ ButtonProps: props(size), Tone: props() }, 'b'), 'minor', 'cambió un tipo interno'],
  ['a whole subpath less', new Map(), 'major', 'shared/ui ya no está'],
]
for (const [what, now, level, text] of cases)
  test(`the change "${what}" requires the version level ${level}`, () => {
    const changes = compareSurfaces(released, now)
    assert.equal(neededLevel(changes), level)
    const [first = '', ...others] = changes.map((change) => `${change.name} ${change.what}`)
    assert.ok(first.includes(text) && others.length === 0, `${first} ${others}`)
  })

test('a change recorded as compatible requires a minor version, and the next change counts again', () => {
  const now = props('readonly size: number | string;')
  const accepted = { ...released, compatible: { 'shared/ui ButtonProps': encodeDeclaration(now) } }
  assert.equal(neededLevel(compareSurfaces(accepted, offered({ ButtonProps: now, Tone: props() }))), 'minor')
  assert.equal(neededLevel(compareSurfaces(accepted, offered({ ButtonProps: props(), Tone: props() }))), 'major')
})

const versions: readonly (readonly [version: string, level: VersionLevel, enough: boolean])[] = [
  ['1.2.0', 'none', true],
  ['1.2.1', 'none', true],
  ['1.2.9', 'minor', false],
  ['1.3.0', 'minor', true],
  ['1.9.0', 'major', false],
  ['2.0.0', 'major', true],
  ['2.0.0', 'minor', true],
  ['1.1.9', 'none', false],
  ['0.9.0', 'major', false],
]
for (const [version, level, enough] of versions)
  test(`${version} after 1.2.0 is ${enough ? '' : 'not '}enough for ${level}`, () =>
    assert.equal(hasRisen(version, '1.2.0', level), enough))

test('the proposed version is high enough for each level', () => {
  for (const level of ['none', 'minor', 'major'] as const)
    assert.ok(hasRisen(nextVersion('1.2.0', level), '1.2.0', level))
})
