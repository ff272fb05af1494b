import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inWorkspace } from '../workspace.ts'
import { commandBlocks, operationsBlocks } from './page-commands.ts'
import { readUnit, readVariables, splitCommand } from './read-unit.ts'

test('each block of docs/operations.md is run by a test, or says that it is an example', () => {
  const blocks = operationsBlocks()
  assert.deepEqual(
    blocks.filter(({ kind }) => kind !== 'run' && kind !== 'example').map(({ line }) => line),
    [],
  )
  const run = blocks.filter(({ kind }) => kind === 'run').map(({ text }) => text)
  for (const part of ['deploy/install.sh', 'trazo doctor', 'trazo backup', 'trazo restore'])
    assert.ok(
      run.some((text) => text.includes(part)),
      part,
    )
})

test('a block has its line, its kind and its text', () => {
  assert.deepEqual(commandBlocks('a\n\n```sh run\nls\npwd\n```\n\n```\nx\n```\n'), [
    { line: 3, kind: 'run', text: 'ls\npwd\n' },
    { line: 8, kind: '', text: 'x\n' },
  ])
})

test('units run as trazo, with commands, folders and variables that exist', () => {
  const folder = inWorkspace('deploy/systemd')
  const units = readdirSync(folder).filter((name) => name.endsWith('.service'))
  assert.equal(units.length, 3)
  for (const name of units) {
    const unit = readUnit(readFileSync(`${folder}/${name}`, 'utf8'))
    assert.deepEqual([unit.user, unit.folder, unit.environmentFile], ['trazo', '/opt/trazo', '/etc/trazo/trazo.env'])
    assert.equal(unit.environment.DATA_DIR, '/var/lib/trazo')
  }
})

test('a command is split and unescaped as systemd does', () => {
  const split = splitCommand(`/bin/sh -c 'date +%%Y "$$last"'`)
  assert.deepEqual(split, ['/bin/sh', '-c', 'date +%Y "$last"'])
  assert.deepEqual(readVariables('# a\nA=1\nB="x y"\n'), { A: '1', B: 'x y' })
})
