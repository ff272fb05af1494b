/** @jest-environment node */
import { dirname, join } from 'node:path'
import { inspect } from 'node:util'
import type { BuildMode } from '../front-end.ts'
import { webpackPreset } from './preset.ts'

const root = join(dirname(dirname(dirname(import.meta.dirname))), 'mf-auth')

const textOf = (mode: BuildMode): string =>
  inspect(webpackPreset({ frontEnd: { root, name: 'mf_auth', devPort: 3001 }, mode, release: '1', output: root }), {
    depth: 8,
  })

test('only development builds contain the leak check', () => {
  expect(textOf('dev')).toMatch(/standalone\/watched-app/)
  expect(textOf('release')).toContain("import: './src/app.tsx'")
  expect(textOf('release')).not.toMatch(/standalone\/watched|remote-app/)
})
