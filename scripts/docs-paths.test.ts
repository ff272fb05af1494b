import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { inWorkspace } from './workspace.ts'

const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: inWorkspace(), encoding: 'utf8' }).trim().split('\n')

const PACKAGES = [
  'api',
  'pdf',
  'shared',
  'shell',
  'mf-auth',
  'mf-documents',
  'mf-signing',
  'e2e',
  'scripts',
  'deploy',
  'docs',
  'templates',
]
/** Names of files in backticks; a folder's name can be that of a package's export. */
const FILE = new RegExp(`\`((?:${PACKAGES.join('|')})/[\\w./-]+\\.(?:tsx?|mjs|cjs|json|css|md|yaml|sql))\``, 'g')
const LINK = /\]\((?!https?:|mailto:|#)([^)#]+)/g

const named = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, path = '']) => path)

for (const page of pages)
  test(`${page} names only files that exist`, () => {
    const text = readFileSync(inWorkspace(page), 'utf8')
    const paths = [...named(text, FILE), ...named(text, LINK).map((link) => normalize(join(dirname(page), link)))]
    assert.deepEqual(
      paths.filter((path) => !existsSync(inWorkspace(path))),
      [],
    )
  })
