import assert from 'node:assert/strict'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { bringOtherBrowsers } from './bring-tools.ts'

const leftOut = [
  'Falta Firefox (firefox-esr): se omiten sus recorridos.',
  'Falta WebKitGTK (webkit2gtk-driver, xvfb): se omiten sus recorridos.',
]

for (const { title, required, printed } of [
  { title: 'missing browsers are named if journeys can do without', required: false, printed: leftOut },
  { title: 'missing browsers are returned if every journey must run', required: true, printed: [] },
])
  test(title, async ({ mock }) => {
    const log = mock.method(console, 'log', () => undefined)
    const path = process.env.PATH
    const empty = mkdtempSync(join(tmpdir(), 'trazo-path-'))
    process.env.PATH = empty
    try {
      assert.deepEqual(await bringOtherBrowsers(required), ['firefox-esr', 'webkit2gtk-driver', 'xvfb'])
    } finally {
      process.env.PATH = path
      rmdirSync(empty)
    }
    assert.deepEqual(
      log.mock.calls.map(({ arguments: [line] }) => line),
      printed,
    )
  })
