/** @jest-environment node */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeScript } from './early-start.ts'

test('an early script cannot end the element that it stands in, and leaves no file behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-early-'))
  writeFileSync(join(folder, 'early.js'), 'mark("</script>")')
  expect(await takeScript(folder)).toBe('mark("<\\/script>")')
  expect(existsSync(join(folder, 'early.js'))).toBe(false)
  rmSync(folder, { recursive: true })
})
