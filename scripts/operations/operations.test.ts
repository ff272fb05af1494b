import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inWorkspace } from '../workspace.ts'
import { commandBlocks, operationsBlocks } from './page-commands.ts'
import { readCommands, readUnit, readVariables, splitCommand } from './read-unit.ts'
import { runBlock } from './run-block.ts'

const stores = ['sqlite', 'postgres'] as const

test('each block of docs/operations.md is run by a test, or says that it is an example', () => {
  const blocks = operationsBlocks()
  assert.deepEqual(
    blocks.filter(({ kind }) => kind !== 'run' && kind !== 'example').map(({ line }) => line),
    [],
  )
  const run = blocks.filter(({ kind }) => kind === 'run')
  assert.deepEqual(
    run.filter(({ store = 'sqlite' }) => !stores.some((one) => one === store)).map(({ line }) => line),
    [],
  )
  for (const store of stores)
    for (const part of ['deploy/install.sh', 'trazo doctor', 'trazo backup', 'trazo restore'])
      assert.ok(
        run.some((block) => (block.store ?? store) === store && block.text.includes(part)),
        `${part} of ${store}`,
      )
})

test('a block that fails ends the run with its line, also when a later command of it succeeds', () => {
  const block = { line: 7, kind: 'run', store: undefined }
  assert.throws(() => runBlock({ ...block, text: 'false\ntrue\n' }), /docs\/operations\.md:7 ended with 1$/)
  assert.doesNotThrow(() => runBlock({ ...block, text: 'true\n' }))
})

test('a block has its line, its kind and its text', () => {
  assert.deepEqual(commandBlocks('a\n\n```sh run sqlite\nls\npwd\n```\n\n```\nx\n```\n'), [
    { line: 3, kind: 'run', store: 'sqlite', text: 'ls\npwd\n' },
    { line: 8, kind: '', store: undefined, text: 'x\n' },
  ])
})

test('commands of a template are those of an instance', () => {
  const unit = '[Service]\nExecStartPre=/bin/a %i\nExecStart=-/bin/b --x %i start\nExecStop=/bin/c\n'
  assert.deepEqual(readCommands(unit, 'ExecStart', '15-main'), [['/bin/b', '--x', '15-main', 'start']])
  assert.deepEqual(readCommands(unit, 'ExecStartPre', '-'), [['/bin/a', '-']])
  assert.deepEqual(readCommands(unit, 'ExecReload', '-'), [])
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
