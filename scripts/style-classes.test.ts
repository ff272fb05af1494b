import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { styleNamesIn } from '../shared/build/checks/style-reach.ts'
import { importsOf } from './read-imports.ts'
import { readSources } from './stats/sources.ts'

const sheets = new Map(readSources('module.css').map(({ file, text }) => [file, styleNamesIn([text]).elements]))

/** `styles.name` where a file imports `styles`; `[` where it computes the name. */
const used = readSources('ts', 'tsx').flatMap(({ file, text }) =>
  importsOf(file, text)
    .filter(({ specifier }) => specifier.endsWith('.module.css'))
    .flatMap(({ local, specifier }) =>
      [...text.matchAll(new RegExp(`(?<![\\w.])${local}(?:\\.(\\w+)|\\[)`, 'g'))].map(([, style = '[']) => ({
        file,
        sheet: join(dirname(file), specifier),
        style,
      })),
    ),
)

test('every class that a component uses has a rule', () => {
  assert.notEqual(used.length, 0)
  assert.deepEqual(
    used.filter(({ sheet, style }) => style !== '[' && sheets.get(sheet)?.has(`.${style}`) === false),
    [],
  )
})

test('every class that has a rule is used by a component', () => {
  const names = new Set(used.map(({ sheet, style }) => `${sheet} ${style}`))
  const unused = [...sheets].flatMap(([sheet, classes]) =>
    [...classes]
      .filter((name) => name.startsWith('.') && !names.has(`${sheet} [`) && !names.has(`${sheet} ${name.slice(1)}`))
      .map((name) => `${sheet} ${name}`),
  )
  assert.deepEqual(unused, [])
})
