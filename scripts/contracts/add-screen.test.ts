import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { inWorkspace } from '../workspace.ts'

/** The steps of 'Add a screen' that the check of contracts reads: file → text before and after. */
const steps: readonly (readonly [file: string, before: string, after: string])[] = [
  [
    'shared/src/contract/site/paths.ts',
    "  { path: '/dashboard',",
    "  { path: '/ayuda', remote: 'mf_auth', access: everyone, announced: true },\n  { path: '/dashboard',",
  ],
  ['shell/src/page/page-title.ts', "  '/dashboard':", "  '/ayuda': 'Ayuda',\n  '/dashboard':"],
  ['mf-auth/src/app.tsx', '  ],\n  slots', "    { path: '/ayuda', Component: PrivacyPage },\n  ],\n  slots"],
]

/** What `scripts/contracts/recorded.test.ts` reads. */
const FOLDERS = ['shared', 'contracts', 'scripts', 'mf-auth', 'mf-documents', 'mf-signing', 'shell', 'package.json']
const SKIPPED = /\/(node_modules|dist|\.build)(\/|$)/

let copy: string

const copyWorkspace = (): void => {
  copy = mkdtempSync(join(tmpdir(), 'trazo-add-screen-'))
  for (const folder of FOLDERS)
    cpSync(inWorkspace(folder), join(copy, folder), { recursive: true, filter: (from) => !SKIPPED.test(from) })
  for (const folder of ['', 'shared', 'shell', 'mf-auth', 'mf-documents', 'mf-signing']) {
    mkdirSync(join(copy, folder), { recursive: true })
    symlinkSync(inWorkspace(folder, 'node_modules'), join(copy, folder, 'node_modules'))
  }
}

const change = ([file, from, to]: (typeof steps)[number]): void => {
  const text = readFileSync(join(copy, file), 'utf8')
  assert.ok(text.includes(from), `${file} has no ${from}`)
  writeFileSync(join(copy, file), text.replace(from, to))
}

const checkContracts = (): { readonly passed: boolean; readonly output: string } => {
  // The variable makes a nested run report to its parent.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const args = ['--test', 'scripts/contracts/recorded.test.ts']
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: copy, env, encoding: 'utf8' })
  return { passed: status === 0, output: stdout }
}

before(() => {
  copyWorkspace()
  for (const step of steps) change(step)
})
after(() => rmSync(copy, { recursive: true }))

test('a screen is added in one commit: the contracts fit, recorded and of the sources', () => {
  const { passed, output } = checkContracts()
  assert.ok(passed, output)
})

test('a mount that is not announced needs a release that has its page', () => {
  change(['shared/src/contract/site/paths.ts', 'access: everyone, announced: true }', 'access: everyone }'])
  const { passed, output } = checkContracts()
  assert.ok(!passed)
  assert.match(output, /no tiene página para \/ayuda/)
})

test('CONTRIBUTING names every step', () => {
  const page = readFileSync(inWorkspace('CONTRIBUTING.md'), 'utf8')
  const section = page.slice(page.indexOf('## Add a screen'), page.indexOf('## Add a remote'))
  const lists = [
    'shared/src/contract/site/paths.test.ts',
    'shell/src/session/admit.test.ts',
    'shared/build/checks/budgets.ts',
  ]
  for (const file of [...steps.map(([name]) => name.replace('mf-auth/', '')), ...lists])
    assert.ok(section.includes(file), file)
})
