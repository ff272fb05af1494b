import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { buildCommands, instructionsOf } from './rehearse-deploy.ts'
import { inWorkspace } from './workspace.ts'

const text = readFileSync(inWorkspace('deploy/Containerfile'), 'utf8')

test('the rehearsal reads the build commands from the Containerfile', () => {
  const commands = buildCommands(text)
  assert.equal(commands.length, 1)
  assert.match(commands[0] ?? '', /^npx --yes pnpm@[\d.]+ install --frozen-lockfile && node -e .*buildFrontEnds/)
})

test('the image runs unprivileged, writes to volumes, and installs with the workspace’s pnpm', () => {
  const instructions = instructionsOf(text)
  const last = (name: string): string | undefined => instructions.findLast(([each]) => each === name)?.[1]
  assert.equal(last('USER'), 'node')
  assert.equal(last('CMD'), '["node", "api/src/app/main.ts"]')
  assert.match(last('ENV') ?? '', /DATA_DIR=\/data KEYS_DIR=\/keys/)
  const readme = readFileSync(inWorkspace('README.md'), 'utf8')
  const version = /pnpm@([\d.]+)/.exec(text)?.[1] ?? 'none'
  assert.ok(readme.includes(`npx pnpm@${version} `))
})
