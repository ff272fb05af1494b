/** @jest-environment node */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeScript } from './prerender-script.ts'

test('takeScript escapes the end tag in a prerender script and deletes the script file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-prerender-'))
  writeFileSync(join(folder, 'prerender.js'), 'mark("</script>")')
  expect(await takeScript(folder)).toBe('mark("<\\/script>")')
  expect(existsSync(join(folder, 'prerender.js'))).toBe(false)
  rmSync(folder, { recursive: true })
})
